import { parseArgs } from 'node:util';
import { main } from './support/main';
import { bin, ROOT } from './support/paths';
import { run } from './support/run';

/** Between the seeds of two rounds: a test counts on from its seed, and no two draw the same. */
const STEP = 1000;

/**
 * Runs the tests in `test/adversity/` again and again, each time with another seed, until the minutes are over; a round that has begun is ended.
 * `npm run test:adversity -- --minutes 60 --seed 7 [file …]`: 10 minutes by default, from a seed of the clock. Goes on after a finding, and names in the
 * end the seeds that have one.
 */
main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      minutes: { type: 'string', default: '10' },
      seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    },
  });
  const [minutes, first] = [Number(values.minutes), Number(values.seed)];
  if (!(minutes > 0) || !Number.isSafeInteger(first)) throw new Error('--minutes and --seed are numbers.');
  const end = Date.now() + minutes * 60_000;

  const found: number[] = [];
  let rounds = 0;
  for (let seed = first; Date.now() < end; seed += STEP) {
    const { code } = await run(bin('vitest'), ['run', '--project', 'adversity', ...positionals], {
      ...{ cwd: ROOT, inherit: true },
      env: { COFFER_TEST_SEED: String(seed) },
    });
    rounds += 1;
    if (code !== 0) found.push(seed);
  }
  console.log(`${rounds} rounds from seed ${first}, ${found.length} with findings.`);
  for (const seed of found) console.log(`Repeat: COFFER_TEST_SEED=${seed} npx vitest run --project adversity`);
  process.exitCode = found.length > 0 ? 1 : 0;
});
