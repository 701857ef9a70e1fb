import { TerraformLocal, TerraformVariable } from 'cdktf';
import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { AccessKey, Bucket, Secret, SecretValue, Size } from '../../../src';
import { makeStack } from '../../host/src/support';
import { layOut } from './deployment';

/** What checks and policies refuse, deployed without them: where the secret would be. */

it('C3: a plan holds what fromEphemeral takes from a variable that is not ephemeral', async () => {
  await using emulator = await Emulator.start();
  const variables = { password: 'canary-in-a-plan' };
  for (const ephemeral of [false, true]) {
    const [stack] = await layOut(
      emulator,
      (app) => {
        const variable = new TerraformVariable(makeStack(app), 'password', { type: 'string', sensitive: true });
        if (ephemeral) variable.addOverride('ephemeral', true);
        const value = SecretValue.fromEphemeral(variable.stringValue, { version: '1' });
        new Secret(variable.cdktfStack, 'Secret', { secretName: `secret-${ephemeral}`, value });
      },
      { variables, skipValidation: !ephemeral },
    );

    await stack?.workspace.must(['plan', '-input=false', '-no-color', '-out=plan.bin']);
    const { stdout } = (await stack?.workspace.must(['show', '-json', 'plan.bin'])) ?? {};

    expect(stdout).toContain('coffer_secret');
    expect([ephemeral, stdout?.includes(variables.password)]).toEqual([ephemeral, !ephemeral]);
  }
});

it('C5: a secret that crosses stacks in a local value is in both states', async () => {
  await using emulator = await Emulator.start();
  const stacks = await layOut(emulator, (app) => {
    const [storage, web] = [makeStack(app, 'storage'), makeStack(app, 'web')];
    const key = new AccessKey(storage, 'Key');
    new Bucket(storage, 'Bucket', { maxSize: Size.mebibytes(1) }).grantRead(key);
    const half = new TerraformLocal(storage, 'half', key.secretAccessKey).asString;
    new Secret(web, 'Copy', { secretName: 'copy', value: SecretValue.unsafePlainText(half) });
  });

  for (const stack of stacks) await stack.apply();

  const [copy] = emulator.inspect.secrets();
  const half = emulator.inspect.secretValue(copy?.id ?? '');
  expect(half).toMatch(/.{20}/);
  for (const stack of stacks) expect(await stack.readState()).toContain(half);
});
