import { describe } from 'vitest';
import { commandLines } from '../../support/command-lines';
import { inFull } from '../../support/dice';

const under = await commandLines();

/** Tests on the command line of the acceptance tests and on the newest Terraform, each under its name. */
export function onEachTerraform(tests: (terraform: string) => void): void {
  describe.each(under)('$product $version', ({ path }) => tests(path));
}

/**
 * Tests on one of the two, of what the provider and the service settle among themselves. With COFFER_TEST_SCALE=1 on both.
 */
export function onOneTerraform(which: 'first' | 'newest', tests: (terraform: string) => void): void {
  const chosen = inFull ? under : under.slice(...(which === 'first' ? [0, 1] : [-1]));
  describe.each(chosen)('$product $version', ({ path }) => tests(path));
}
