import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { Workspace } from '../../support/workspace';

/** Behavior specific to pull secrets, with the real Terraform; their life is in `lifecycle.test.ts`. */

const configuration = (body: string) => `
  variable "password" {
    type      = string
    ephemeral = true
    default   = "p1"
  }
  resource "coffer_pull_secret" "p" {
    ${body}
  }
`;

// The plan and the apply of one command are two processes of the provider, and of a saved plan two of Terraform.
it.each([
  ['a destroy says once what stays at the service', ['destroy', '-auto-approve']],
  ['the apply of a saved plan says it again, because nobody may have read the plan', ['apply', 'destroy.bin']],
] as const)('P27: %s', async (_, [command, argument]) => {
  await using emulator = await Emulator.start();
  await using workspace = await Workspace.create(emulator, { installation: 'dev_overrides' });
  await workspace.write(configuration('server = "ghcr.io"\n username = "octo"\n password = "p1"'));
  await workspace.apply();
  const { id } = await workspace.resource('coffer_pull_secret.p');
  await workspace.must(['plan', '-destroy', '-input=false', '-no-color', '-out=destroy.bin']);

  const { output } = await workspace.must([command, '-input=false', '-no-color', argument], {
    withoutPlan: 'nothing is left',
  });

  expect(output.match(/The service cannot delete pull secrets/g), output).toHaveLength(1);
  expect(output).toContain(`Warning: Pull secret stays at the service: "${id}"`);
});
