import { describe } from 'vitest';
import { commandLines } from '../../support/command-lines';
import { inFull } from '../../support/dice';

const under = await commandLines();

/** Runs tests with the command line of the acceptance tests and with the newest Terraform, each under its name. */
export function onEachTerraform(tests: (terraform: string) => void): void {
  describe.each(under)('$product $version', ({ path }) => tests(path));
}

/**
 * Runs tests with one of the two, for behavior between provider and service only. With COFFER_TEST_SCALE=1 with both.
 */
export function onOneTerraform(which: 'first' | 'newest', tests: (terraform: string) => void): void {
  const chosen = inFull ? under : under.slice(...(which === 'first' ? [0, 1] : [-1]));
  describe.each(chosen)('$product $version', ({ path }) => tests(path));
}
