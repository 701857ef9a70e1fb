import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { referencePages } from '../framework/reference/pages';
import { writePages } from '../framework/reference/write';
import { REPOSITORY_URL } from '../projenrc/names';
import { provider } from '../provider/provider';
import { inRoot } from './support/paths';

/** Writes the provider's reference in the registry's layout: docs/index.md and the folders beside it. Guides are written by hand. */
export const generateDocs = (): Promise<void> => writePages(generatedPages(), inRoot('docs'));

/** Every generated page by its path in docs/, from the provider's definitions and examples/. */
export const generatedPages = (): ReadonlyMap<string, string> =>
  referencePages({
    provider,
    examples: inRoot('examples'),
    title: 'Coffer',
    about:
      'Coffer manages key/value secrets, credentials of container registries (pull secrets), S3 buckets and their access keys. ' +
      `It needs Terraform or OpenTofu 1.11; [some features need more](${guide('compatibility.md')}).`,
    configuration:
      'Every argument of the provider block can also come from an environment variable, which its description names. ' +
      'The block overrides the environment.',
    guides: guides(),
    afterImport: `The guide on [import](${guide('import.md')}) shows the first plan after an import.`,
    generator: 'scripts/generate-docs.ts',
  });

/** Whole address of a guide: OpenTofu's registry leads from one folder to another in no other way. */
function guide(file: string): string {
  return `${REPOSITORY_URL}/blob/main/docs/guides/${file}`;
}

/** A line for each guide, with the description from its front matter. */
function guides(): string {
  const folder = inRoot('docs/guides');
  const lines = readdirSync(folder)
    .sort()
    .map((file) => {
      const text = readFileSync(join(folder, file), 'utf8');
      const [, title = file] = /^# (.*)$/m.exec(text) ?? [];
      const [, description] = /^description: \|-\n {2}(.*)$/m.exec(text) ?? [];
      if (!description) throw new Error(`${file} has no description in its front matter.`);
      return `- [${title}](${guide(file)}): ${description}`;
    });
  return lines.join('\n');
}
