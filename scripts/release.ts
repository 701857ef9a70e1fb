import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { requireReady } from './release/preconditions';
import { makeRelease } from './release/release';
import { main } from './support/main';
import { inRoot, ROOT } from './support/paths';
import { isPlain, runInPlainCopy } from './support/plain-checkout';

/**
 * Builds everything that a release publishes, in dist/release/, without a signature: `npm run release -- --version X.Y.Z [--trial]`.
 *
 * The same commit gives the same bytes. `--trial` builds from an unfinished changelog or a changed checkout, too. No key is near the code that
 * builds: `scripts/workflows/sign-release.sh` signs the folder afterwards.
 */
main(async () => {
  const { values } = parseArgs({
    options: { version: { type: 'string' }, trial: { type: 'boolean', default: false } },
  });
  const { version, trial } = values;
  if (version === undefined) throw new Error('Which version? npm run release -- --version X.Y.Z [--trial]');
  const folder = inRoot('dist', 'release');
  if (isPlain()) {
    const startedMs = Date.now();
    const onStep = (part: string) => console.error(`${Math.round((Date.now() - startedMs) / 1000)} s: ${part}`);
    await makeRelease({ version, folder, trial, onStep });
  } else {
    await requireReady({ version, trial });
    await runInPlainCopy(ROOT, join('node_modules', '.bin', 'tsx'), ['scripts/release.ts', ...process.argv.slice(2)]);
  }
  if (trial) console.error('A trial: nobody signs or publishes it.');
  console.log(folder);
});
