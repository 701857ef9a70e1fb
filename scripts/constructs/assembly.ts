import { cp, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FOR_CDKTF, LIBRARY_MANIFEST } from '../packages/library';
import { readmeOf } from '../packages/readme';
import { makeLowLevel } from '../sources/low-level';
import { temporaryFolder } from '../support/folders';
import { bin, inRoot } from '../support/paths';
import { requirePlain } from '../support/plain-checkout';
import { must } from '../support/run';

/** Contents of the construct library's package, and the fixtures of the examples in its documentation. */
const COPIED = ['src', 'rosetta', 'package.json', 'tsconfig.json', 'LICENSE', '.npmrc'];

export const SOURCES = [...COPIED, 'projenrc/names.ts', 'scripts/packages', 'scripts/constructs'];

/** Compiler settings of every build. A word that is reserved in one of the languages gets an underscore there. */
export const JSII_FLAGS = ['--fail-on-warnings', '--silence-warnings=reserved-word'];

/**
 * Compiles the construct library with jsii in a separate folder, for tools that read the assembly. Calls `use` with that folder, and deletes it
 * afterwards. The checkout stays unchanged, so this can run concurrently with a build.
 */
export async function withAssembly<T>(use: (folder: string) => Promise<T>): Promise<T> {
  requirePlain();
  await using folder = await temporaryFolder('coffer-assembly-');
  await makeLowLevel();
  for (const source of COPIED) await cp(inRoot(source), join(folder.path, source), { recursive: true });
  await writeFile(join(folder.path, 'package.json'), `${JSON.stringify(LIBRARY_MANIFEST, null, 2)}\n`);
  await writeFile(join(folder.path, 'README.md'), readmeOf(FOR_CDKTF, 'js'));
  await symlink(inRoot('node_modules'), join(folder.path, 'node_modules'));
  await must(bin('jsii'), JSII_FLAGS, { cwd: folder.path });
  return await use(folder.path);
}
