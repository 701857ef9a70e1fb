import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FOR_CDKTF } from '../packages/library';
import { LIBRARY_MANIFEST } from '../packages/manifest';
import { readmeOf } from '../packages/readme';
import { bin, inRoot } from '../support/paths';
import { must } from '../support/run';
import { translateExamples } from './examples';

/** What makes up the package of the construct library, and the fixtures of the examples in its documentation. */
const COPIED = ['src', 'rosetta', 'package.json', 'tsconfig.json', 'LICENSE', '.npmrc'];

/** All that the packages are made of. */
export const SOURCES = [...COPIED, 'projenrc/names.ts', 'scripts/packages', 'scripts/constructs'];

/** Compiler settings of every build; a word that is reserved in one of the languages gets an underscore there. */
export const JSII_FLAGS = ['--fail-on-warnings', '--silence-warnings=reserved-word'];

/**
 * Compiles the construct library with jsii in a folder of its own, for what reads the assembly, and hands that folder over, with the
 * examples of its documentation in every language. It is gone afterwards; the checkout stays as it is, so this can run beside a build.
 */
export async function withAssembly<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'coffer-assembly-'));
  try {
    for (const source of COPIED) await cp(inRoot(source), join(folder, source), { recursive: true });
    await writeFile(join(folder, 'package.json'), `${JSON.stringify(LIBRARY_MANIFEST, null, 2)}\n`);
    await writeFile(join(folder, 'README.md'), readmeOf(FOR_CDKTF, 'js'));
    await symlink(inRoot('node_modules'), join(folder, 'node_modules'));
    await must(bin('jsii'), JSII_FLAGS, { cwd: folder });
    await translateExamples(folder, bin('jsii-rosetta'), 'cdktf');
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
