import { expect, test } from 'vitest';
import { startServer } from '../../../unit/provider/client/raw-server';
import { clientOf } from './client-of';
import { failureOf, otherClient, startService } from './fixture';

/** A service that lists pull secrets, and the input of one. */
async function startWithList() {
  const service = await startService({ dialect: 'extended' });
  const input = {
    projectId: service.projectId,
    server: 'ghcr.io',
    username: 'octo',
    password: 'canary',
    listed: { isServer: (server: string) => server === 'ghcr.io' },
  };
  const holdCreate = () =>
    service.emulator.faults.add({
      operation: 'createPullSecret',
      status: 500,
      pause: true,
      when: 'after-commit',
      times: 1,
    });
  return { ...service, input, holdCreate };
}

test('P2, P27: several pull secrets that may be the lost one are named, and none is adopted', async () => {
  const { client, emulator, input, call, holdCreate } = await startWithList();
  const held = holdCreate();
  const creating = failureOf(client.pullSecrets.create(input, call));
  await held.whenMet();
  await otherClient(emulator).pullSecrets.create({ ...input, password: 'other' });

  held.release();

  const error = await creating;
  expect(error).toMatchObject({ name: 'AmbiguousError' });
  for (const { id } of emulator.inspect.pullSecrets()) expect(error.message).toContain(id);
  expect(error.message).not.toContain('canary');
});

test('P2: pull secrets of other servers and users are not taken for the lost one', async () => {
  const { client, emulator, input, call, holdCreate } = await startWithList();
  const held = holdCreate();
  const creating = client.pullSecrets.create(input, call);
  await held.whenMet();
  await otherClient(emulator).pullSecrets.create({ ...input, server: 'quay.io' });
  await otherClient(emulator).pullSecrets.create({ ...input, username: 'cat' });

  held.release();

  const { id } = await creating;
  expect(emulator.inspect.pullSecrets().find((one) => one.id === id)).toMatchObject({
    server: 'ghcr.io',
    username: 'octo',
  });
});

test.each([
  ['{"pull_secret_id":"ps-1"}', 'ps-1'],
  ['{"pullSecretId":"ps-1","server":"ghcr.io"}', 'ps-1'],
  ['{"data":{"pull_secret_id":"ps-1"}}', 'ps-1'],
  ['{"id":"ps-1","pull_secret_id":"ps-1"}', 'ps-1'],
  ['"ps-1"', 'ps-1'],
  ['{"id":"other","pull_secret_id":"ps-1"}', undefined],
  ['{"access_key_id":"ps-1"}', undefined],
  ['{"secret_id":"ps-1"}', undefined],
  ['{"pull_secret_id":7}', undefined],
  ['"created"', undefined],
])('P40: the id of a pull secret in %s is %j', async (garbage, expected) => {
  const { client, emulator, projectId, call } = await startService();
  emulator.faults.add({ operation: 'createPullSecret', garbage, times: 1 });

  const server = 'https://me:canary@ghcr.io';
  const making = client.pullSecrets.create({ projectId, server, username: 'octo', password: 'p' }, call);

  if (expected !== undefined) expect(await making).toEqual({ id: expected });
  else {
    const message = expect.stringContaining('server "(hidden)" and');
    expect(await failureOf(making)).toMatchObject({ name: 'LostError', created: true, message });
  }
  expect(emulator.journal.count({ operation: 'createPullSecret' })).toBe(1);
});

test('a response that repeats the server shows no password that stands in it', async () => {
  const { client, emulator, projectId, call } = await startService({ dialect: 'extended' });
  const login = { server: 'https://me:canary@ghcr.io', username: 'octo', password: 'word' };
  const body = { message: `no registry at ${login.server}` };
  for (const operation of ['createPullSecret', 'updatePullSecret'] as const)
    emulator.faults.add({ operation, status: 400, body });

  const creating = client.pullSecrets.create({ projectId, ...login }, call);
  const updating = client.pullSecrets.update({ id: 'ps-1', ...login }, call);

  for (const refused of [creating, updating])
    expect((await failureOf(refused)).message).toContain('no registry at https://me:[redacted]@ghcr.io');
});

test('P32, P40: also of a record whose other fields cannot be read', async () => {
  const server = await startServer((_, response) => response.end('[{"pull_secret_id":"ps-1","server":7}]'));
  const { pullSecrets } = clientOf(server.baseUrl);

  expect((await failureOf(pullSecrets.find('ps-1'))).message).toContain('lists "ps-1" (server is a whole number)');
  expect(await pullSecrets.find('ps-2')).toBeUndefined();
});
