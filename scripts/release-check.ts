import { checkRelease } from './release/check/check';
import { main } from './support/main';
import { inRoot } from './support/paths';

/**
 * Verifies a release from the outside: `npm run release:check [-- FOLDER]`, dist/release/ by default. Prints every fault and exits
 * with 1 if there is one.
 */
main(async () => {
  const [folder = inRoot('dist', 'release')] = process.argv.slice(2);
  const faults = await checkRelease(folder);
  for (const fault of faults) console.log(fault);
  if (faults.length > 0) throw new Error(`${folder} has ${faults.length} faults.`);
  console.log(`${folder} is complete and right.`);
});
