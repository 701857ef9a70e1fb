import { describe } from 'vitest';
import { type FeatureName, hasFeature } from '../../../scripts/compatibility/features';
import type { TerraformCli } from '../../../scripts/support/terraform';
import { sampled } from '../../support/dice';
import { ALL_VERSIONS, usableVersions } from '../support/usable-terraforms';

const under = await usableVersions();

/**
 * Runs tests of a feature on one of the command lines that have it, which is drawn; for `npm run
 * compatibility` on each. The table of `docs/guides/compatibility.md` is generated from both titles.
 */
export function onEach(feature: FeatureName, tests: (cli: TerraformCli) => void): void {
  const able = under.filter((cli) => hasFeature(cli, feature));
  const chosen = process.env[ALL_VERSIONS] === '1' ? able : sampled(`command lines for ${feature}`, able, 1);
  describe.each(chosen)('$product $version', (cli) => {
    describe(feature, () => tests(cli));
  });
}
