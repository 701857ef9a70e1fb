import { expect, it } from 'vitest';
import { useEmulator } from '../../../emulator/testing/vitest';
import { Workspace } from '../../support/workspace';

/** The sink of an access key with the real Terraform (P25): both ways to name it, replacement in both orders, and a lost sink. */

const emulator = useEmulator();

const KEY = 'coffer_access_key.k';
const configuration = (storeIn: string, rest = '') => `
  resource "coffer_bucket" "b" {
    max_size = 1000
  }
  resource "coffer_secret" "app" {
    name             = "app"
    value_wo         = "not there yet"
    value_wo_version = "1"
  }
  resource "coffer_access_key" "k" {
    bucket_ids  = [coffer_bucket.b.id]
    permissions = { read = true }
    store_in    = ${storeIn}
    ${rest}
  }
`;

const storedOf = async (workspace: Workspace) => {
  const { id, secret_id } = await workspace.resource(KEY);
  return [emulator.inspect.secretValue(String(secret_id)), emulator.inspect.secretAccessKey(String(id))];
};

it('P25: a key that was revoked elsewhere gets a successor in the same secret, in whatever order keys are replaced', async () => {
  const lifecycle = 'lifecycle {\n create_before_destroy = true\n prevent_destroy = true\n }';
  await using workspace = await Workspace.create(emulator);
  await workspace.write(configuration('{ secret_name = "reader" }', lifecycle));
  await workspace.apply();
  await workspace.apply('-refresh-only');
  const before = await workspace.resource(KEY);
  const headers = { authorization: `Bearer ${emulator.token}` };
  await fetch(`${emulator.baseUrl}/s3/keys/${before.id}`, { method: 'DELETE', headers });

  const { changes, output } = await workspace.plan();
  expect(changes.map(({ address, change }) => [address, change.actions])).toEqual([[KEY, ['update']]]);
  expect(output).toContain('The secret gets another key');
  await workspace.must(['apply', '-input=false', '-no-color', 'plan.bin']);

  const after = await workspace.resource(KEY);
  expect(after).toMatchObject({ secret_id: before.secret_id, secret_access_key: null });
  expect(emulator.inspect.accessKeys()).toMatchObject([{ id: after.id, accessKeyId: after.access_key_id }]);
  const [stored, half] = await storedOf(workspace);
  expect(stored).toBe(half);
  expect(await workspace.planActions()).toEqual({});

  // Revoke the key again, and destroy it without an apply in between.
  await fetch(`${emulator.baseUrl}/s3/keys/${after.id}`, { method: 'DELETE', headers });
  await workspace.write(configuration('{ secret_name = "reader" }'));
  await workspace.destroy();
  expect([emulator.inspect.secrets(), emulator.inspect.accessKeys()].flat()).toEqual([]);
});

it('P25: by id the next key is made and stored before the old one is destroyed', async () => {
  await using workspace = await Workspace.create(emulator);
  const first = 'lifecycle {\n create_before_destroy = true\n }\n rotation_trigger = { n = "1" }';
  const byId = '{ secret_id = coffer_secret.app.id, format = "env" }';
  await workspace.write(configuration(byId, first));
  await workspace.apply();
  const old = await workspace.resource(KEY);
  emulator.journal.clear();

  await workspace.write(configuration(byId, first.replace('"1"', '"2"')));
  await workspace.apply();

  const [stored, half] = await storedOf(workspace);
  expect(stored).toContain(`AWS_SECRET_ACCESS_KEY=${half}\n`);
  expect((await workspace.resource(KEY)).id).not.toBe(old.id);
  const changes = emulator.journal.requests().filter(({ method }) => method !== 'GET');
  expect(changes.map(({ operation }) => operation)).toEqual(['createAccessKey', 'updateSecret', 'deleteAccessKey']);
  await workspace.destroy();
});
