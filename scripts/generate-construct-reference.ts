import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { bin, inRoot } from './support/paths';
import { must } from './support/run';
import { withTwinAssembly } from './twin/assembly';

/** Folder with a reference page for each language. */
export const REFERENCE = inRoot('docs/constructs/reference');

/** The languages, as named by jsii-docgen; also the names of the pages. */
export const REFERENCE_LANGUAGES = ['typescript', 'python', 'java', 'go', 'csharp'] as const;

/**
 * Writes the reference of the hand-written constructs from their doc comments in `cdktn-coffer`: one page per language, with that
 * language's names and examples.
 */
export async function generateConstructReference(folder = REFERENCE): Promise<void> {
  await mkdir(folder, { recursive: true });
  await withTwinAssembly(async (assembly) => {
    for (const language of REFERENCE_LANGUAGES) {
      const options = ['--submodule', 'root', '--language', language, '--output', join(folder, `${language}.md`)];
      await must(bin('jsii-docgen'), options, { cwd: assembly });
    }
  });
}
