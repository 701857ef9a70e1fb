import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rename } from '../../../scripts/constructs/twin';

/** Dependencies in the files of an example for cdktf, with their replacements for cdktn. */
const REPLACED: readonly (readonly [where: RegExp, what: RegExp, by: string])[] = [
  [/\.ts$/, /'\.\.\/\.\.\/\.\.\/src'/g, "'cdktn-coffer'"],
  [/\.py$/, /\bfrom cdktf(_coffer)? import\b/g, 'from cdktn$1 import'],
  [/requirements\.txt$/, /\bdist\/python\b/g, 'dist/twin/python'],
  [/requirements\.txt$/, /\bcdktf==0\.21\.0\b/g, 'cdktn==0.24.0'],
  [/\.go$/, /\bcdktf\./g, 'cdktn.'],
  [
    /\.(go|mod)$/,
    /github\.com\/hashicorp\/terraform-cdk-go\/cdktf\b/g,
    'github.com/open-constructs/cdk-terrain-go/cdktn',
  ],
  [/go\.mod$/, /\bcdktn v0\.21\.0\b/g, 'cdktn v0.24.0'],
  [/go\.mod$/, /\bdist\/go\b/g, 'dist/twin/go'],
  [
    /go\.mod$/,
    /$/,
    `\nreplace github.com/open-constructs/cdk-terrain-go/cdktn => ${'../'.repeat(3)}build/twin/go/cdktn\n`,
  ],
  [/\.java$/, /\bcom\.hashicorp\.cdktf\b/g, 'io.cdktn.cdktn'],
  [/\.java$/, /\bdev\.coffer\.cdktf\b/g, 'dev.coffer.cdktn'],
  [/pom\.xml$/, /\bdist\/java\b/g, 'dist/twin/java'],
  [/README\.md$/, /\bnpx cdktf\b/g, 'npx cdktn'],
  [/cdktf\.json$/, /^\{/, '{ "context": { "targetVersions": { "terraform": ">=1.11.0" } },'],
];

/** Converts the copy of an example for cdktf into one for cdktn, by its imports and where it finds them. */
export async function toTwin(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    await writeFile(path, asTwin(entry.name, await readFile(path, 'utf8')));
  }
}

/** Converts a file of a program for cdktf into one for cdktn. */
export function asTwin(name: string, text: string): string {
  const rules = REPLACED.filter(([where]) => where.test(name));
  return rules.reduce((changed, [, what, by]) => changed.replace(what, by), rename(text));
}
