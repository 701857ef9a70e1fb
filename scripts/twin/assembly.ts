import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JSII_FLAGS } from '../constructs/assembly';
import { translateExamples } from '../constructs/examples';
import { must } from '../support/run';
import { TWIN_LIBRARY, writeLibrary } from './library';
import { installTools, TWIN, twinBin } from './tools';

/** Sources of the library, without the output of other builds. */
const SOURCES = ['src', 'rosetta', 'LICENSE', 'README.md', 'package.json', 'tsconfig.json'];

/** Compiles the twin in a separate folder, as `withAssembly` does for the library itself, and calls `use` with that folder. */
export async function withTwinAssembly<T>(use: (folder: string) => Promise<T>): Promise<T> {
  await installTools();
  await writeLibrary();
  const folder = await mkdtemp(join(tmpdir(), 'coffer-twin-assembly-'));
  try {
    for (const source of SOURCES) await cp(join(TWIN_LIBRARY, source), join(folder, source), { recursive: true });
    await symlink(join(TWIN, 'node_modules'), join(folder, 'node_modules'));
    await must(twinBin('jsii'), JSII_FLAGS, { cwd: folder });
    await translateExamples(folder, twinBin('jsii-rosetta'), 'cdktn');
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
