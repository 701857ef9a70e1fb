import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { GENERATED_FOLDERS, generatedPages } from './docs/pages';
import { inRoot } from './support/paths';

/** Writes the provider's reference in the registry's layout: docs/index.md and the folders beside it. Guides are written by hand. */
export async function generateDocs(): Promise<void> {
  const pages = generatedPages();
  for (const folder of GENERATED_FOLDERS) await rm(inRoot('docs', folder), { recursive: true, force: true });
  for (const [path, text] of pages) {
    await mkdir(dirname(inRoot('docs', path)), { recursive: true });
    await writeFile(inRoot('docs', path), text);
  }
}
