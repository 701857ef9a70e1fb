import { main } from './support/main';
import { findToolChains } from './support/tool-chains';

/**
 * Lists the tool chains for the tests that are present on this machine, and the missing ones. With `CI=true` a missing required one
 * is an error. Called by .ci/run before everything else and at its end.
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
