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

it('P30: what the registry fixes is an error at the attribute, unless the checks are off', async () => {
  await using emulator = await Emulator.start();
  await using workspace = await Workspace.create(emulator);
  await workspace.write(
    configuration(`
      server              = "123456789012.dkr.ecr.eu-central-1.amazonaws.com"
      username            = "me"
      password_wo         = var.password
    `),
  );

  const refused = await workspace.run(['apply', '-auto-approve', '-input=false', '-no-color']);
  const skipped = await workspace.must(['apply', '-auto-approve', '-input=false', '-no-color'], {
    env: { COFFER_SKIP_REGISTRY_VALIDATION: 'true' },
  });

  expect(refused.code).toBe(1);
  expect(refused.output).toMatch(/Error: Wrong for this registry[\s\S]*username\s+= "me"[\s\S]*"AWS"/);
  expect(refused.output).toMatch(/Warning: Unusual for this registry[\s\S]*12 hours/);
  expect(skipped.output).not.toContain('for this registry');
});

it('P27: the plan of a destroy says what stays at the service', async () => {
  await using emulator = await Emulator.start({ dialect: 'extended' });
  await using workspace = await Workspace.create(emulator);
  await workspace.write(configuration('server = "ghcr.io"\n username = "octo"\n password = "p1"'));
  await workspace.apply();
  const { id } = await workspace.resource('coffer_pull_secret.p');

  const { output } = await workspace.plan('-destroy');
  const full = await workspace.must(['plan', '-destroy', '-input=false', '-no-color'], {
    env: { COFFER_PULL_SECRET_API: 'full' },
  });

  expect(output).toContain('Warning: Pull secret stays at the service');
  expect(output).toContain(`"${id}"`);
  expect(full.output).not.toContain('stays at the service');
});

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
