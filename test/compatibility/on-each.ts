import { describe } from 'vitest';
import { type FeatureName, hasFeature } from '../../scripts/compatibility/features';
import type { TerraformCli } from '../../scripts/support/terraform';
import { commandLines } from '../support/command-lines';

const under = await commandLines();

/** Runs tests of a feature on each command line that has it. The table of `docs/compatibility.md` is generated from both titles. */
export function onEach(feature: FeatureName, tests: (cli: TerraformCli) => void): void {
  for (const cli of under.filter((one) => hasFeature(one, feature))) {
    describe(`${cli.product} ${cli.version}`, () => {
      describe(feature, () => tests(cli));
    });
  }
}
