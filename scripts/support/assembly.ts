import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import root from '../../package.json';
import { bin, inRoot } from './paths';
import { must } from './run';

/** What makes up the package of the construct library, and the fixtures of the examples in its documentation. */
export const SOURCES = ['src', 'rosetta', 'package.json', 'tsconfig.json', 'README.md', 'LICENSE', '.npmrc'];

// What is for the checkout only: that it is no package, the programs that build everything, and which install scripts may run.
const { private: _, optionalDependencies: __, allowScripts: ___, ...library } = root;

/** The package.json of the construct library, without what only the checkout needs. */
export const LIBRARY_MANIFEST = library;

/** Compiler settings of every build; a word that is reserved in one of the languages gets an underscore there. */
export const JSII_FLAGS = ['--fail-on-warnings', '--silence-warnings=reserved-word'];

/**
 * Compiles the construct library with jsii in a folder of its own, for what reads the assembly, and hands that folder over. It is gone
 * afterwards; the checkout stays as it is, so this can run beside a build.
 */
export async function withAssembly<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'coffer-assembly-'));
  try {
    for (const source of SOURCES) await cp(inRoot(source), join(folder, source), { recursive: true });
    await writeFile(join(folder, 'package.json'), `${JSON.stringify(LIBRARY_MANIFEST, null, 2)}\n`);
    await symlink(inRoot('node_modules'), join(folder, 'node_modules'));
    await must(bin('jsii'), JSII_FLAGS, { cwd: folder });
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
