import { main } from './support/main';
import { findToolChains } from './support/tool-chains';

/**
 * Says which tool chains the tests have on this machine, and which they have not. With `CI=true` a missing one that is required is an
 * error. Called by .ci/run before everything else and at its end.
 */
main(async () => {
  const all = await findToolChains();
  for (const { name, required, version, missing } of all) {
    const found = version ?? `missing${required ? '' : ', not required'} (${missing})`;
    console.log(`${name.padEnd(18)}${found}`);
  }
  const lacking = all.filter(({ required, version }) => required && version === undefined).map(({ name }) => name);
  if (process.env.CI === 'true' && lacking.length > 0) {
    throw new Error(`Not on this machine: ${lacking.join(', ')}. With CI=true the tests need all of them.`);
  }
});
