import { chmod, mkdir, mkdtemp, readdir, rename, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { version } from 'esbuild';
import { bundleEmulator } from '../../scripts/packages/emulator-bundle';
import { makeEmulatorSources } from '../../scripts/sources/emulator';
import { makeOnce } from '../../scripts/support/stamp';
import { BUILT_EMULATOR } from '../support/built-emulator';

/** What the bundle is made of, and by. */
const SOURCES = [
  ...['emulator', 'contract', 'package.json', 'package-lock.json'],
  ...['scripts/packages/emulator-bundle.ts', 'test/set-up/build-emulator.ts'],
];

/**
 * Bundles the emulator for the tests that start it. Does nothing when it is up to date. Each file takes the place of the one before as a whole: another
 * run of tests in this checkout may be about to start it.
 */
export default async function buildEmulator(): Promise<void> {
  await makeEmulatorSources();
  const recipe = { stamp: join(BUILT_EMULATOR, 'stamp'), folders: [], sources: SOURCES, conditions: version };
  await makeOnce(recipe, async () => {
    await mkdir(BUILT_EMULATOR, { recursive: true });
    const fresh = await mkdtemp(join(BUILT_EMULATOR, 'fresh-'));
    await bundleEmulator(fresh);
    await chmod(join(fresh, 'main.cjs'), 0o755);
    for (const file of await readdir(fresh)) await rename(join(fresh, file), join(BUILT_EMULATOR, file));
    await rmdir(fresh);
  });
}
