import { availableParallelism } from 'node:os';
import { howLong, keepTime, lastTime } from './support/how-long';
import { main } from './support/main';
import { bin, ROOT } from './support/paths';
import { run } from './support/run';

/** Runs every test, or those that vitest's arguments choose: `npm test`, `npm test -- --project unit`. Says first how long all of them take. */
main(async () => {
  const chosen = process.argv.slice(2);
  const cores = availableParallelism();
  if (chosen.length === 0) console.log(howLong(lastTime(), cores));
  const startedAt = performance.now();
  const { code } = await run(bin('vitest'), ['run', ...chosen], { cwd: ROOT, inherit: true });
  if (chosen.length === 0)
    keepTime({ minutes: Math.max(1, Math.round((performance.now() - startedAt) / 60_000)), cores });
  process.exitCode = code;
});
