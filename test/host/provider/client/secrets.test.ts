import { describe, expect, test } from 'vitest';
import { Client } from '../../../../provider/client';
import { startServer } from '../../../unit/provider/client/raw-server';
import { clientOf } from './client-of';
import { bytes, failureOf, otherClient, settingsFor, startService, TestTime } from './fixture';

/** Leaves names that the list shows to the service. */
const ANY_NAME = { allowForeignProject: true };

test('P3: finds the ids of parallel creates by comparing lists if the responses contain none', async () => {
  const { client, emulator, projectId, call } = await startService({ dialect: 'minimal', lag: { newHidden: 2 } });
  const names = Array.from({ length: 12 }, (_, index) => `name-${index}`);

  const made = await Promise.all(
    names.map((name) => client.secrets.create({ projectId, name, value: bytes('x') }, call)),
  );

  const named = new Map((await client.secrets.list(call)).map(({ id, name }) => [id, name]));
  expect(made.map(({ id }) => named.get(id))).toEqual(names);
  expect(emulator.journal.count({ operation: 'createSecret' })).toBe(names.length);
});

test('P9: a candidate of another project is not ours', async () => {
  const { client, emulator, call } = await startService({
    dialect: 'minimal',
    knobs: { secretFields: 'with_project' },
    projects: ['p1', 'p2'],
  });
  const held = emulator.faults.add({ operation: 'createSecret', pause: true, when: 'after-commit', times: 1 });
  const ours = client.secrets.create({ projectId: 'p1', name: 'same', value: bytes('x') }, call);
  await held.whenMet();
  await otherClient(emulator).secrets.create({ projectId: 'p2', name: 'same', value: bytes('x') });

  held.release();

  const { id } = await ours;
  expect((await client.secrets.list(call)).find((one) => one.id === id)).toMatchObject({ project_id: 'p1' });
});

test('P3: never adopts an object that existed before', async () => {
  const { client, emulator, projectId, call } = await startService({ dialect: 'minimal' }, ANY_NAME);
  const theirs = await otherClient(emulator).secrets.create({ projectId, name: 'same', value: bytes('x') });
  emulator.faults.add({ operation: 'createSecret', cut: 'after-commit', times: 1 });

  const ours = await client.secrets.create({ projectId, name: 'same', value: bytes('x') }, call);

  expect(ours.id).not.toBe(theirs.id);
});

test('P3: adopts none of several candidates when somebody else makes an equal object at the same time', async () => {
  const { client, emulator, projectId, call } = await startService({ dialect: 'minimal' });
  const held = emulator.faults.add({ operation: 'createSecret', pause: true, when: 'after-commit', times: 1 });
  const ours = failureOf(client.secrets.create({ projectId, name: 'same', value: bytes('x') }, call));
  await held.whenMet();
  await otherClient(emulator).secrets.create({ projectId, name: 'same', value: bytes('x') });

  held.release();

  const error = await ours;
  const ids = (await client.secrets.list(call)).map(({ id }) => id);
  expect(error).toMatchObject({ name: 'AmbiguousError', ids });
  expect(ids).toHaveLength(2);
});

test('P1: a create that takes effect after the search for it is ours when its name is refused', async () => {
  let posts = 0;
  const server = await startServer((request, response) => {
    if (request.method === 'POST') posts += 1;
    if (request.method === 'POST') response.statusCode = posts === 1 ? 504 : 409;
    response.end(request.method === 'GET' && posts > 1 ? '[{"id":"late","name":"db"}]' : '[]');
  });
  const client = clientOf(server.baseUrl);

  const made = await client.secrets.create({ projectId: 'p', name: 'db', value: bytes('x') });

  expect(made).toEqual({ id: 'late' });
});

test('P1: a lost create that never appears is retried up to the limit, then named', async () => {
  const { client, emulator, projectId, call, time } = await startService({}, { maxRetries: 2 });
  emulator.faults.add({ operation: 'createSecret', status: 503 });

  const error = await failureOf(client.secrets.create({ projectId, name: 'db', value: bytes('x') }, call));

  expect(error).toMatchObject({ name: 'LostError', created: false, subject: 'secret "db" in project "project-1"' });
  expect(error.message).toContain('503');
  expect(emulator.journal.count({ operation: 'createSecret' })).toBe(3);
  // Each search gave the list the whole settle time to show the secret.
  expect(time.slept.reduce((sum, ms) => sum + ms, 0)).toBe(3 * 30_000);
});

test('P4: a name that this process has just freed is requested again until it is free', async () => {
  const { client, emulator, projectId, call } = await startService({ lag: { nameRefusals: 3, deletedShown: 1 } });
  const old = await client.secrets.create({ projectId, name: 'db', value: bytes('x') }, call);
  await client.secrets.deleteIfExists(old.id, call);

  const { id } = await client.secrets.create({ projectId, name: 'db', value: bytes('y') }, call);

  expect(id).not.toBe(old.id);
  expect(emulator.journal.count({ operation: 'createSecret' })).toBe(5);
});

test('P5: a name that the list shows is an error with the existing id, and nothing is sent', async () => {
  const { client, emulator, projectId, call, time } = await startService();
  const existing = await otherClient(emulator).secrets.create({ projectId, name: 'db', value: bytes('x') });

  const error = await failureOf(client.secrets.create({ projectId, name: 'db', value: bytes('y') }, call));

  expect(error).toMatchObject({ name: 'NameTakenError', takenName: 'db', existingId: existing.id });
  expect(emulator.journal.count({ operation: 'createSecret' })).toBe(1);
  expect(time.slept.reduce((sum, ms) => sum + ms, 0)).toBe(30_000);
});

test('P5: a name that the list still shows may be free: it is looked for again', async () => {
  const { client, emulator, projectId, call } = await startService({ lag: { deletedShown: 3 } });
  const theirs = otherClient(emulator);
  const old = await theirs.secrets.create({ projectId, name: 'db', value: bytes('x') });
  await theirs.secrets.deleteIfExists(old.id);

  const { id } = await client.secrets.create({ projectId, name: 'db', value: bytes('y') }, call);

  expect(emulator.inspect.secrets().map((one) => one.id)).toEqual([id]);
});

describe('P5: a name that may be of another project', () => {
  const projects = ['p1', 'p2'];
  const create = async ({ client, emulator, call }: Awaited<ReturnType<typeof startService>>) => {
    await otherClient(emulator).secrets.create({ projectId: 'p2', name: 'db', value: bytes('x') });
    return client.secrets.create({ projectId: 'p1', name: 'db', value: bytes('y') }, call);
  };

  test('is refused while no other project is seen', async () => {
    const error = await failureOf(create(await startService({ projects })));

    expect(error).toMatchObject({ name: 'NameTakenError', method: 'POST' });
  });

  test.each(['bucket', 'access key'])(
    'is left to the service if the list shows a %s of another project',
    async (kind) => {
      const service = await startService({ projects });
      const theirs = otherClient(service.emulator);
      const bucket = await theirs.buckets.create({ projectId: 'p2', maxSize: 7n });
      const permissions = { read: true, write: false, owner: false };
      if (kind === 'access key') {
        await theirs.accessKeys.create({ projectId: 'p2', bucketIds: [bucket.id], permissions });
        service.emulator.faults.add({ operation: 'listBuckets', status: 403 });
      }

      expect(await create(service)).toMatchObject({ id: expect.any(String) });
    },
  );

  test('is refused all the same if the list says that it is of this one', async () => {
    const service = await startService({ projects, knobs: { secretFields: 'with_project' } }, ANY_NAME);
    await otherClient(service.emulator).secrets.create({ projectId: 'p1', name: 'db', value: bytes('x') });

    const error = await failureOf(create(service));

    expect(error).toMatchObject({ name: 'NameTakenError', message: expect.stringContaining('was not sent') });
  });
});

test('P5: a create that the service turns into an update of an existing secret is an error that names it', async () => {
  let value = 'theirs';
  const server = await startServer((request, response) => {
    if (request.method === 'POST') value = 'overwritten';
    response.end(request.method === 'GET' ? '[{"id":"s1","name":"db"}]' : '{"id":"s1"}');
  });
  const create = (settings = {}) =>
    failureOf(clientOf(server.baseUrl, settings).secrets.create({ projectId: 'p', name: 'db', value: bytes('x') }));

  expect(await create()).toMatchObject({ name: 'NameTakenError', existingId: 's1' });
  expect(value).toBe('theirs');
  const error = await create(ANY_NAME);
  expect(value).toBe('overwritten');
  expect(error.message).toContain('The response names "s1", which existed before the request');
});

test('P5: a refused name that no list shows is an error at once, unless this process has just freed one', async () => {
  const server = await startServer((request, response) => {
    if (request.method === 'POST') response.statusCode = 409;
    response.end(request.method === 'POST' ? '{"error":{"message":"no"}}' : '[]');
  });
  const time = new TestTime();
  const client = clientOf(server.baseUrl, {}, time);

  const error = await failureOf(client.secrets.create({ projectId: 'p', name: 'db', value: bytes('x') }));

  expect(error).toMatchObject({ name: 'NameTakenError', existingId: undefined });
  expect(error.message).toContain('409: no');
  expect(time.slept).toEqual([]);
  expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('P5: an error response for another reason stays unchanged although another project has the name', async () => {
  const { client, emulator, call } = await startService({ projects: ['p1', 'p2'] }, ANY_NAME);
  await otherClient(emulator).secrets.create({ projectId: 'p2', name: 'db', value: bytes('x') });
  emulator.faults.add({ operation: 'createSecret', status: 422 });

  const error = await failureOf(client.secrets.create({ projectId: 'p1', name: 'db', value: bytes('y') }, call));

  expect(error).toMatchObject({ name: 'ApiError', status: 422 });
});

test('P5: a rename to a taken name is an error, but an update that keeps its own name is not', async () => {
  const { client, projectId, call } = await startService();
  const one = await client.secrets.create({ projectId, name: 'one', value: bytes('x') }, call);
  const two = await client.secrets.create({ projectId, name: 'two', value: bytes('x') }, call);

  await client.secrets.update({ id: two.id, name: 'two', value: bytes('y') }, call);
  const error = await failureOf(client.secrets.update({ id: two.id, name: 'one', value: bytes('y') }, call));

  expect(error).toMatchObject({ name: 'NameTakenError', takenName: 'one', existingId: one.id });
});

test('P5: a second secret with the same name, if the server accepts it, is a warning with both ids', async () => {
  const { client, emulator, projectId, call, warnings } = await startService({ dialect: 'minimal' }, ANY_NAME);
  const theirs = await otherClient(emulator).secrets.create({ projectId, name: 'db', value: bytes('x') });

  const ours = await client.secrets.create({ projectId, name: 'db', value: bytes('x') }, call);

  expect(warnings).toHaveLength(1);
  expect(warnings[0]?.detail).toContain(theirs.id);
  expect(warnings[0]?.detail).toContain(ours.id);
});

test.each([
  ['whatever is sent after a name that lingers', 3, 'ApiError'],
  ['also if it is cancelled while a name lingers', 2, 'NameTakenError'],
])('P25: an update that may have taken effect stays in doubt, %s', async (_, last, name) => {
  let puts = 0;
  const server = await startServer(({ method }, response) => {
    if (method === 'PUT') puts += 1;
    const status = [500, 409, 403][puts - 1] ?? 403;
    response.writeHead(method === 'PUT' ? status : 200).end('[]');
  });
  const cancel = new AbortController();
  const time = new TestTime(() => puts === last && cancel.abort());
  const { secrets } = new Client(settingsFor(server.baseUrl, 'token-1', time));
  await secrets.deleteIfExists('old');

  const error = await failureOf(secrets.update({ id: 's-1', name: 'db', value: bytes('x') }, cancel));

  expect([puts, error]).toMatchObject([last, { name, wasInDoubt: true }]);
});
