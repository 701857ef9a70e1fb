import { expect, test } from 'vitest';
import { Client } from '../../../../provider/client';
import { startServer } from '../../../unit/provider/client/raw-server';
import { failureOf, otherClient, settingsFor, startService, TestTime } from './fixture';

const SOLE = { lostCreates: 'sole_writer' } as const;
const PERMISSIONS = { read: true, write: false, owner: false };

/** A service with a bucket that the client created, and the input of a key for it. */
async function startWithBucket(...[options, settings]: Parameters<typeof startService>) {
  const service = await startService(options, settings);
  const { id } = await service.client.buckets.create({ projectId: service.projectId, maxSize: 5n });
  return { ...service, input: { projectId: service.projectId, bucketIds: [id], permissions: PERMISSIONS } };
}

test.each(['not_found', 'conflict'] as const)(
  'P4: a key for a bucket just made by this process is asked for again when refused as %s',
  async (keyRefusal) => {
    const { client, input, call, emulator } = await startWithBucket({ lag: { keyRefusals: 3, keyRefusal } });

    const key = await client.accessKeys.create(input, call);

    expect(key.bucket_ids).toEqual(input.bucketIds);
    expect(emulator.journal.count({ operation: 'createAccessKey' })).toBe(4);
  },
);

test('P4: the error response is thrown after 30 seconds', async () => {
  const { client, input, call, time } = await startWithBucket({ lag: { keyRefusals: 1_000 } });

  const error = await failureOf(client.accessKeys.create(input, call));

  expect(error).toMatchObject({ name: 'ApiError', status: 404 });
  expect(time.slept.reduce((sum, ms) => sum + ms, 0)).toBe(30_000);
});

test('P4: the error for a bucket that somebody else made is thrown at once', async () => {
  const { emulator, input, time } = await startWithBucket({ lag: { keyRefusals: 1 } });

  const error = await failureOf(otherClient(emulator).accessKeys.create(input));

  expect(error).toMatchObject({ name: 'ApiError', status: 404 });
  expect(time.slept).toEqual([]);
});

test('P2: several keys that may be the lost one are named, and none is deleted', async () => {
  const { client, emulator, input, call } = await startWithBucket({}, SOLE);
  const lost = { status: 500, pause: true, when: 'after-commit', times: 1 } as const;
  const held = emulator.faults.add({ operation: 'createAccessKey', ...lost });
  const creating = failureOf(client.accessKeys.create(input, call));
  await held.whenMet();
  await otherClient(emulator).accessKeys.create(input);

  held.release();

  expect(await creating).toMatchObject({ name: 'AmbiguousError' });
  expect(emulator.journal.count({ operation: 'deleteAccessKey' })).toBe(0);
  expect(await client.accessKeys.list()).toHaveLength(2);
});

test('P2, P3: a key of somebody else that lists show first hides none of ours: both are named, and the create is repeated', async () => {
  const { client, emulator, projectId, input, call, warnings } = await startWithBucket({ lag: { newHidden: 3 } });
  const lost = { status: 500, pause: true, when: 'after-commit', times: 1 } as const;
  const held = emulator.faults.add({ operation: 'createAccessKey', ...lost });
  const creating = client.accessKeys.create(input, call);
  await held.whenMet();
  emulator.seedFrom({ access_keys: [{ id: 'theirs', buckets: input.bucketIds, permissions: PERMISSIONS }] });

  held.release();

  const { id } = await creating;
  const others = emulator.inspect.accessKeys().filter((one) => one.id !== id && one.projectId === projectId);
  expect(others).toHaveLength(2);
  for (const other of others) expect(JSON.stringify(warnings)).toContain(other.id);
  expect(emulator.journal.count({ operation: 'deleteAccessKey' })).toBe(0);
});

test('P2: keys with other buckets or permissions are not taken for the lost one', async () => {
  const { client, emulator, input, call, projectId } = await startWithBucket({}, SOLE);
  const other = await client.buckets.create({ projectId, maxSize: 6n });
  const lost = { status: 500, pause: true, when: 'after-commit', times: 1 } as const;
  const held = emulator.faults.add({ operation: 'createAccessKey', ...lost });
  const creating = client.accessKeys.create(input, call);
  await held.whenMet();
  const theirs = otherClient(emulator).accessKeys;
  const wider = await theirs.create({ ...input, permissions: { ...PERMISSIONS, write: true } });
  const elsewhere = await theirs.create({ ...input, bucketIds: [other.id] });
  const both = await theirs.create({ ...input, bucketIds: [...input.bucketIds, other.id] });

  held.release();

  const ours = await creating;
  const ids = (await client.accessKeys.list()).map(({ id }) => id);
  expect(new Set(ids)).toEqual(new Set([wider.id, elsewhere.id, both.id, ours.id]));
});

test.each([
  ['without the secret half', '{"id":"key-1"}'],
  ['of a shape that we do not know', '{"result":"ok","status":201}'],
])('P40: a whole response %s makes no second key', async (_name, garbage) => {
  const { client, emulator, input, call } = await startWithBucket();
  emulator.faults.add({ operation: 'createAccessKey', garbage, times: 1 });

  const error = await failureOf(client.accessKeys.create(input, call));

  expect(error).toMatchObject({ name: 'LostError', created: true });
  expect(error.message).not.toContain('cancelled');
  expect(emulator.journal.count({ operation: 'createAccessKey' })).toBe(1);
  expect(emulator.journal.count({ operation: 'deleteAccessKey' })).toBe(0);
});

test('P40: the sole writer deletes a key that cannot be read, and makes no other one', async () => {
  const { client, emulator, input, call } = await startWithBucket({}, SOLE);
  emulator.faults.add({ operation: 'createAccessKey', garbage: '{"result":"ok"}', times: 1 });

  const error = await failureOf(client.accessKeys.create(input, call));

  expect(error.message).toContain('the key was deleted again');
  expect(error.message).not.toContain('exists');
  expect(emulator.inspect.accessKeys()).toEqual([]);
  expect(emulator.journal.count({ operation: 'createAccessKey' })).toBe(1);
});

test('P2: a useless key that cannot be deleted is named by its id', async () => {
  const { client, emulator, input, call } = await startWithBucket({}, SOLE);
  emulator.faults.add({ operation: 'createAccessKey', cut: 'after-commit', times: 1 });
  emulator.faults.add({ operation: 'deleteAccessKey', status: 403 });

  const error = await failureOf(client.accessKeys.create(input, call));

  const [orphan] = await client.accessKeys.list();
  expect(error).toMatchObject({ name: 'LostError', created: true });
  expect(error.message).toContain(orphan?.id);
});

test('P2, P43: a key that a list has shown is named, though no later list can be read', async () => {
  const { client, emulator, projectId, input, call } = await startWithBucket();
  emulator.faults.add({ operation: 'createAccessKey', status: 500, when: 'after-commit', times: 1 });
  emulator.faults.add({ operation: 'listAccessKeys', skip: 2, status: 401 });

  const error = await failureOf(client.accessKeys.create(input, call));

  const [ours] = emulator.inspect.accessKeys().filter((one) => one.projectId === projectId);
  expect(error).toMatchObject({ name: 'LostError', message: expect.stringContaining(`"${ours?.id}"`) });
});

test('P2: a lost create whose retry is refused is still named', async () => {
  const { client, emulator, input, call } = await startWithBucket();
  emulator.faults.add({ operation: 'createAccessKey', status: 503, times: 1 });
  emulator.faults.add({ operation: 'createAccessKey', status: 403 });

  const error = await failureOf(client.accessKeys.create(input, call));

  expect(error).toMatchObject({ name: 'LostError', created: false });
  expect(error.message).toContain('403');
});

test.each([
  ['whose id could not be read before', [{ id: 7, bucket_ids: ['b'], permissions: PERMISSIONS }], ['b']],
  ['that is listed without its buckets', [], undefined],
] as const)('P2: a key %s is not deleted in the place of a lost one', async (_which, before, bucket_ids) => {
  let listed: readonly object[] = before;
  const server = await startServer((request, response) => {
    if (request.method === 'POST') {
      listed = [{ id: 'k1', bucket_ids, permissions: PERMISSIONS }];
      response.statusCode = 502;
    }
    response.end(request.method === 'GET' ? JSON.stringify(listed) : '{}');
  });
  const client = new Client({ ...settingsFor(server.baseUrl, 'token-1', new TestTime()), ...SOLE });

  const error = await failureOf(
    client.accessKeys.create({ projectId: 'p', bucketIds: ['b'], permissions: PERMISSIONS }),
  );
  await client.close();

  expect(error.name).toBe('LostError');
  expect(server.requests.map(({ method }) => method)).not.toContain('DELETE');
});

test('no error contains the secret half of a truncated response', async () => {
  const { client, emulator, input, call } = await startWithBucket({}, { maxRetries: 0 });
  const canary = 'canary-secret-half';
  emulator.faults.add({ operation: 'createAccessKey', garbage: `{"id":"k","secret_access_key":"${canary}` });

  const error = await failureOf(client.accessKeys.create(input, call));

  expect(`${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`).not.toContain(canary);
});
