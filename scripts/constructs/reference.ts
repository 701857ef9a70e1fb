import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Library } from '../packages/library';
import { bin, inRoot } from '../support/paths';
import { must } from '../support/run';

/** The languages, as named by jsii-docgen; also the names of the pages. */
const LANGUAGES = ['typescript', 'python', 'java', 'go', 'csharp'] as const;

/** Folder that the build of a library's packages leaves its reference in. */
export const referenceFolder = ({ npm }: Library) => inRoot('build/reference', npm);

/** A page in that folder, by its name. */
export const referencePage = (library: Library, page: string) => join(referenceFolder(library), page);

/**
 * Writes the reference of a compiled library from the doc comments of its hand-written constructs: one page per language, with that
 * language's names and examples.
 *
 * @param assembly folder of the compiled library, with its translated examples
 */
export async function writeReference(assembly: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const language of LANGUAGES) {
    const options = ['--submodule', 'root', '--language', language, '--output', join(folder, `${language}.md`)];
    await must(bin('jsii-docgen'), options, { cwd: assembly });
  }
}
