import { describe } from 'vitest';
import { commandLines } from '../../support/command-lines';

const under = await commandLines();

/** Tests on the command line of the acceptance tests and on the newest Terraform, each under its name. */
export function onEachTerraform(tests: (terraform: string) => void): void {
  describe.each(under)('$product $version', ({ path }) => tests(path));
}
