import { main } from './support/main';
import { bin, ROOT } from './support/paths';
import { run } from './support/run';

/**
 * Runs every test, or those that vitest's arguments choose: `npm test`, `npm test -- --project unit`. With `--full` (`npm run test:full`)
 * all of what is a sample otherwise. `npm run lint` runs those of the project `repository`.
 */
main(async () => {
  const full = process.argv[2] === '--full';
  const chosen = process.argv.slice(full ? 3 : 2);
  if (chosen.length === 0) {
    const minutes = full ? 70 : 15;
    console.log(`All tests: about ${minutes} minutes on 2 cores. For a first impression, use npm run test:quick.`);
  }
  const { code } = await run(bin('vitest'), ['run', ...(chosen.length === 0 ? ['--project', '!repository'] : chosen)], {
    ...{ cwd: ROOT, inherit: true },
    ...(full && { env: { COFFER_TEST_SCALE: '1' } }),
  });
  process.exitCode = code;
});
