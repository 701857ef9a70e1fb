import { describe } from 'vitest';
import { commandLines, newestOf } from '../../support/command-lines';
import { inFull } from '../../support/dice';

const under = await commandLines();

/** Runs tests with the command line of the acceptance tests, with the newest Terraform and with OpenTofu, each under its name. */
export function onEachTerraform(tests: (terraform: string) => void): void {
  describe.each(under)('$product $version', ({ path }) => tests(path));
}

/** Runs tests with one of the first two, for behavior between provider and service only. With COFFER_TEST_SCALE=1 with all. */
export function onOneTerraform(which: 'first' | 'newest', tests: (terraform: string) => void): void {
  const chosen = inFull ? under : under.filter((cli) => cli === (which === 'first' ? under[0] : newestOf(under)));
  describe.each(chosen)('$product $version', ({ path }) => tests(path));
}
