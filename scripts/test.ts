import { availableParallelism } from 'node:os';
import { howLong, keepTime, lastTime } from './support/how-long';
import { main } from './support/main';
import { bin, ROOT } from './support/paths';
import { run } from './support/run';

/**
 * Runs every test, or those that vitest's arguments choose: `npm test`, `npm test -- --project unit`. With `--full` (`npm run test:full`)
 * all of what is a sample otherwise. Says first how long all of them take. `npm run lint` runs those of the project `repository`.
 */
main(async () => {
  const full = process.argv[2] === '--full';
  const chosen = process.argv.slice(full ? 3 : 2);
  const extent = full ? 'full' : 'sample';
  const cores = availableParallelism();
  if (chosen.length === 0) console.log(howLong(extent, lastTime(extent), cores));
  const startedAt = performance.now();
  const { code } = await run(bin('vitest'), ['run', ...(chosen.length === 0 ? ['--project', '!repository'] : chosen)], {
    ...{ cwd: ROOT, inherit: true },
    ...(full && { env: { COFFER_TEST_SCALE: '1' } }),
  });
  if (chosen.length === 0)
    keepTime(extent, { minutes: Math.max(1, Math.round((performance.now() - startedAt) / 60_000)), cores });
  process.exitCode = code;
});
