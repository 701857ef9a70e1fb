import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FOR_CDKTN } from '../packages/library';
import { readmeOf } from '../packages/readme';
import { bin, inRoot, ROOT } from '../support/paths';
import { must } from '../support/run';
import { makeOnce } from '../support/stamp';
import { TWIN_MANIFEST } from './manifest';
import { TWIN } from './tools';

/** The folder of the twin's sources. */
export const TWIN_LIBRARY = join(TWIN, 'library');

/** What of the library is taken over. */
const COPIED = ['src', 'rosetta', 'LICENSE', 'tsconfig.json'];

/** All that the twin is made of. */
export const TWIN_SOURCES = [
  ...COPIED,
  'package.json',
  'projenrc/names.ts',
  'provider/schema.json',
  'scripts/generate-l1.ts',
  'scripts/packages',
  'scripts/twin',
];

/**
 * Writes the sources of the twin: ours, with other imports, over low-level constructs that cdktn has generated. Nothing is done when
 * they are up to date.
 */
export async function writeLibrary(): Promise<void> {
  const stamp = join(TWIN, 'library.stamp');
  await makeOnce({ stamp, folders: [TWIN_LIBRARY], sources: TWIN_SOURCES, conditions: {} }, async () => {
    await mkdir(TWIN_LIBRARY, { recursive: true });
    for (const path of COPIED) await cp(inRoot(path), join(TWIN_LIBRARY, path), { recursive: true });
    const generator = ['scripts/generate-l1.ts', join(TWIN_LIBRARY, 'src/l1'), '--cdktn', TWIN];
    await must(bin('tsx'), generator, { cwd: ROOT });
    for (const file of await textsIn(TWIN_LIBRARY)) await writeFile(file, rename(await readFile(file, 'utf8')));
    await writeFile(join(TWIN_LIBRARY, 'README.md'), readmeOf(FOR_CDKTN, 'js'));
    await writeFile(join(TWIN_LIBRARY, 'package.json'), `${JSON.stringify(TWIN_MANIFEST, null, 2)}\n`);
  });
}

/** What code and documentation import. */
export const rename = (text: string) =>
  text.replace(/(\bfrom ['"])cdktf(['"])/g, '$1cdktn$2').replace(/\bcdktf-coffer\b/g, 'cdktn-coffer');

async function textsIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /\.(ts|md|ts-fixture)$/.test(entry.name) && !entry.parentPath.endsWith('/l1'))
    .map((entry) => join(entry.parentPath, entry.name));
}
