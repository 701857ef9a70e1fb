import { describe } from 'vitest';
import { sampled } from '../../../support/dice';
import { newestOf, usableVersions } from '../../support/usable-terraforms';

const under = await usableVersions();

/**
 * Runs tests of what Terraform itself does, by its name, with the command line of the acceptance tests, the newest Terraform or OpenTofu:
 * one of them is drawn.
 */
export function onEachTerraform(what: string, tests: (terraform: string) => void): void {
  describe.each(sampled(`command lines for ${what}`, under, 1))('$product $version', ({ path }) => tests(path));
}

/** Runs tests with one of the first two, for behavior between provider and service only. */
export function onOneTerraform(which: 'first' | 'newest', tests: (terraform: string) => void): void {
  const chosen = under.filter((cli) => cli === (which === 'first' ? under[0] : newestOf(under)));
  describe.each(chosen)('$product $version', ({ path }) => tests(path));
}
