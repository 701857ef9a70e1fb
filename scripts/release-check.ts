import { checkRelease } from './release/check/check';
import { main } from './support/main';
import { inRoot } from './support/paths';

/**
 * Verifies a release as a stranger would: `npm run release:check [-- FOLDER]`, dist/release/ by default. Names every fault and ends with 1
 * when there is one.
 */
main(async () => {
  const [folder = inRoot('dist', 'release')] = process.argv.slice(2);
  const faults = await checkRelease(folder);
  for (const fault of faults) console.log(fault);
  if (faults.length > 0) throw new Error(`${folder} has ${faults.length} faults.`);
  console.log(`${folder} is complete and right.`);
});
