import { Fn, TerraformOutput } from 'cdktf';
import { Construct } from 'constructs';
import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { PullSecret, SecretValue } from '../../../src';
import { REGISTRIES } from '../../host/src/registry-table';
import { deploy } from './deployment';

/** The name of the variable with the token of a registry. */
const variableOf = (row: number) => `token_${row}`;

it('the service gets what each factory knows of its registry, and apps get the ids', async () => {
  await using emulator = await Emulator.start();
  const { inspect } = emulator;
  const tokens = REGISTRIES.map((_, row) => [variableOf(row), `canary-token-${row}-of-a-registry`] as const);
  const variables = { ...Object.fromEntries(tokens), ocean: 'canary-token-of-digital-ocean' };
  const deployment = await deploy(
    emulator,
    (stack) => {
      const token = (name: string) => SecretValue.fromVariable(stack, name, { version: '1' });
      const made = REGISTRIES.map(([, , , , define], row) =>
        define(new Construct(stack, `Registry${row}`), { token: token(variableOf(row)) }),
      );
      const ocean = PullSecret.forDigitalOcean(stack, 'Ocean', { token: token('ocean') });
      const imported = PullSecret.fromPullSecretId(stack, 'Imported', 'ps-elsewhere');
      const payloadWith = ({ pullSecretId }: PullSecret | typeof imported) =>
        Fn.jsonencode({ name: 'web', pull_secret_id: pullSecretId });
      new TerraformOutput(stack, 'payloads', { value: [...made, ocean, imported].map(payloadWith) });
    },
    { variables },
  );

  const { payloads } = await deployment.outputs<{ payloads: string[] }>();
  const ids = payloads.map((payload) => (JSON.parse(payload) as { pull_secret_id: string }).pull_secret_id);
  const stored = new Map(inspect.pullSecrets().map((secret) => [secret.id, secret]));
  const logins = ids.map((id) => {
    const secret = stored.get(id);
    return secret && [secret.server, secret.username, inspect.pullSecretPassword(id)];
  });

  expect(logins).toEqual([
    ...REGISTRIES.map(([, server, username], row) => [server, username, tokens[row]?.[1]]),
    ['registry.digitalocean.com', variables.ocean, variables.ocean],
    undefined,
  ]);
  expect(ids.at(-1)).toBe('ps-elsewhere');
  expect(await deployment.workspace.planActions()).toEqual({});
  expect(await deployment.readState()).not.toContain('canary');
});
