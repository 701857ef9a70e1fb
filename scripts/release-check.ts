import { parseArgs } from 'node:util';
import { checkRelease } from './release/check/check';
import { main } from './support/main';
import { inRoot } from './support/paths';

/**
 * Verifies a release from the outside: `npm run release:check [-- [--unsigned] [FOLDER]]`, dist/release/ by default. Prints every
 * fault and exits with 1 if there is one. `--unsigned` is for a release that was built and not signed yet.
 */
main(async () => {
  const { values, positionals } = parseArgs({
    options: { unsigned: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [folder = inRoot('dist', 'release')] = positionals;
  const faults = await checkRelease(folder, { signed: !values.unsigned });
  for (const fault of faults) console.log(fault);
  if (faults.length > 0) throw new Error(`${folder} has ${faults.length} faults.`);
  console.log(`${folder} is complete and right.`);
});
