import { writePages } from '../framework/reference/write';
import { generatedPages } from './docs/pages';
import { inRoot } from './support/paths';

/** Writes the provider's reference in the registry's layout: docs/index.md and the folders beside it. Guides are written by hand. */
export const generateDocs = (): Promise<void> => writePages(generatedPages(), inRoot('docs'));
