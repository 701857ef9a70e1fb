import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withAssembly } from '../constructs/assembly';
import { LIBRARY_MANIFEST } from '../packages/library';
import { temporaryFolder } from '../support/folders';
import { bin, inRoot } from '../support/paths';
import { run } from '../support/run';

/** File with the API of a release's constructs. */
export const CONSTRUCTS = 'constructs.json';

/** Fields of an assembly that are not part of the API. */
const NOT_API = ['readme', 'locationInModule', 'example', 'remarks', 'summary', 'symbolId', 'fingerprint'];

/** The assembly of the current constructs, without the fields that are not part of the API. */
export const assemblyToKeep = (): Promise<string> =>
  withAssembly(async (folder) => {
    const strip = (key: string, value: unknown) => (NOT_API.includes(key) ? undefined : value);
    return `${JSON.stringify(JSON.parse(await readFile(join(folder, '.jsii'), 'utf8'), strip), null, 1)}\n`;
  });

/**
 * Breaking changes between the text of a kept assembly and the folder of a compiled library, in the words of jsii-diff:
 * `removed:cdktf-coffer.Bucket.alias` and the sentence after it.
 */
export async function breakingConstructs(kept: string, compiled: string): Promise<readonly string[]> {
  await using folder = await temporaryFolder('coffer-kept-');
  const { version } = JSON.parse(kept) as { readonly version: string };
  await writeFile(join(folder.path, '.jsii'), JSON.stringify({ ...JSON.parse(kept), fingerprint: '*' }));
  await writeFile(join(folder.path, 'package.json'), JSON.stringify({ ...LIBRARY_MANIFEST, version }));
  await symlink(inRoot('node_modules'), join(folder.path, 'node_modules'));
  const { code, output } = await run(bin('jsii-diff'), ['--keys', '--error-on', 'all', folder.path, compiled]);
  const changes = output.match(/^.*\[[\w-]+:[^\]]+\]$/gm) ?? [];
  if (code !== 0 && changes.length === 0) throw new Error(`jsii-diff has failed:\n${output}`);
  return changes.map((line) => line.replace(/^\s*\w+\s+-\s+(.*) \[([^\]]+)\]$/, '$2: $1'));
}
