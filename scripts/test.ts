import { main } from './support/main';
import { bin, ROOT } from './support/paths';
import { run } from './support/run';

/** Runs every test but those of a built release, or those that vitest's arguments choose: `npm test`, `npm test -- --project host`. */
main(async () => {
  const chosen = process.argv.slice(2);
  if (chosen.length === 0) {
    console.log('All tests: about 8 minutes on 2 cores. For a first impression, use npm run test:quick.');
  }
  const { code } = await run(bin('vitest'), ['run', ...(chosen.length === 0 ? ['--project', '!release'] : chosen)], {
    ...{ cwd: ROOT, inherit: true },
  });
  process.exitCode = code;
});
