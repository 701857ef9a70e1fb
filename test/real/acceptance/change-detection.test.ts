import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { Workspace } from '../../support/workspace';
import { onEachTerraform } from './support/on-each-terraform';

const CONFIGURATION = `
  variable "password" {
    type      = string
    ephemeral = true
  }
  resource "coffer_secret" "s" {
    name             = "s"
    value_wo         = var.password
    change_detection = "fingerprint"
  }
`;

onEachTerraform('changes made elsewhere', (terraform) => {
  it.each([
    ['with a fingerprint_key', { COFFER_FINGERPRINT_KEY: 'canary-key' }],
    ['without one', {}],
  ])('P16: a write-only value without a version is sent when it changes, %s', async (_name, env) => {
    await using emulator = await Emulator.start();
    await using workspace = await Workspace.create(emulator, {
      terraform,
      env: { TF_VAR_password: 'canary-one', ...env },
    });
    await workspace.write(CONFIGURATION);
    await workspace.apply();
    const { id } = await workspace.resource('coffer_secret.s');

    const two = { env: { TF_VAR_password: 'canary-two' } };
    const { output } = await workspace.must(['apply', '-auto-approve', '-input=false', '-no-color'], two);

    expect(output).toMatch(/value_revision\s+= 1 -> \(known after apply\)/);
    expect(emulator.inspect.secretValue(String(id))).toBe('canary-two');
    expect(await workspace.resource('coffer_secret.s')).toMatchObject({ value_revision: 2 });
    expect(output + (await workspace.read('terraform.tfstate'))).not.toMatch(/canary/);
    await workspace.destroy();
  });
});
