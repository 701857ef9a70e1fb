import { expect, test } from 'vitest';
import type { EmulatorOptions, VirtualClock } from '../../../../emulator';
import { bodyOf, filesIn, openService, PLAIN } from '../domain/objects/support';
import { type Send, start, temporaryFolder } from '../support';

const DAY_MS = 86_400_000;

async function createBucket(send: Send, project: string, more: object = {}): Promise<string> {
  return (await send('POST', '/s3/buckets', { project_id: project, max_size: 1000, ...more })).json.id;
}

function freeze(clock: VirtualClock, seconds: number): void {
  clock.freeze();
  clock.set(seconds * 1000);
}

test('creates, lists, updates and deletes a bucket', async () => {
  const { emulator, send, project } = await start();
  freeze(emulator.clock, 1_000_000);

  const created = await send('POST', '/s3/buckets', { project_id: project, max_size: 1000, description: 'mine' });
  const { id } = created.json;
  const [listed] = (await send('GET', '/s3/buckets')).json;

  expect(created.status).toBe(201);
  expect(created.text).toBe(`{"id":"${id}"}`);
  expect(listed).toEqual({
    id,
    project_id: project,
    alias: expect.stringMatching(/^[a-z]+-[a-z]+-[0-9a-f]{6}$/),
    endpoint: emulator.s3Endpoint,
    max_size: 1000,
    description: 'mine',
    created_at: 1_000_000,
    updated_at: 1_000_000,
  });

  emulator.clock.advance(DAY_MS);
  const updated = await send('PUT', '/s3/buckets', { id, max_size: 2000 });

  expect(updated.status).toBe(200);
  expect(updated.json).toEqual({ ...listed, max_size: 2000, updated_at: 1_086_400 });
  expect((await send('DELETE', `/s3/buckets/${id}`)).status).toBe(204);
  expect((await send('GET', '/s3/buckets')).json).toEqual([]);
});

test.each([1n, 2n ** 53n + 1n, 2n ** 63n - 1n])('keeps every digit of a quota of %s', async (max_size) => {
  const { send, project } = await start();

  const id = await createBucket(send, project, { max_size });
  const listed = await send('GET', '/s3/buckets');
  const updated = await send('PUT', '/s3/buckets', { id, max_size });

  expect(listed.text).toContain(`"max_size":${max_size},`);
  expect(updated.text).toContain(`"max_size":${max_size},`);
});

test.each(['', 'a\u0000b', '\uFEFFa'])('keeps every character of the description %j', async (description) => {
  const { send, project } = await start();

  const id = await createBucket(send, project, { description });
  const [listed] = (await send('GET', '/s3/buckets')).json;
  const updated = await send('PUT', '/s3/buckets', { id, max_size: 1, description: `${description}c` });

  expect(listed.description ?? '').toBe(description);
  expect(updated.json.description).toBe(`${description}c`);
});

test('the alias and endpoint appear after n lists, and stay', async () => {
  const { emulator, send, project } = await start({ settle: '3polls' });
  const id = await createBucket(send, project);

  const lists = [];
  for (let poll = 0; poll < 5; poll += 1) lists.push((await send('GET', '/s3/buckets')).json[0]);

  expect(lists.map((bucket) => 'alias' in bucket)).toEqual([false, false, false, true, true]);
  expect(lists.map((bucket) => 'endpoint' in bucket)).toEqual([false, false, false, true, true]);
  expect((await send('PUT', '/s3/buckets', { id, max_size: 1 })).json).toHaveProperty('alias');
  emulator.settings.change({ settle: '9polls' });
  expect((await send('GET', '/s3/buckets')).json[0]).toHaveProperty('alias');
});

test('the alias appears after a time of the virtual clock', async () => {
  const { emulator, send, project } = await start({ settle: '5000ms' });
  emulator.clock.freeze();
  await createBucket(send, project);
  const seesAlias = async () => 'alias' in (await send('GET', '/s3/buckets')).json[0];

  expect(await seesAlias()).toBe(false);
  emulator.clock.advance(4999);
  expect(await seesAlias()).toBe(false);
  emulator.clock.advance(1);
  expect(await seesAlias()).toBe(true);
});

test.each([
  ['absent', [{}]],
  ['null', [{ alias: null, endpoint: null }]],
  ['empty', [{ alias: '', endpoint: '' }]],
  ['hidden', []],
] as const)('E1: an alias not there yet appears as: %s', async (unsettled, expected) => {
  const { send, project } = await start({ settle: '1polls', knobs: { unsettled } });
  await createBucket(send, project);

  const first = (await send('GET', '/s3/buckets')).json as Record<string, unknown>[];
  const second = (await send('GET', '/s3/buckets')).json;

  expect(
    first.map((bucket) => Object.fromEntries(Object.entries(bucket).filter(([field]) => /alias|endpoint/.test(field)))),
  ).toEqual(expected);
  expect(second).toMatchObject([{ alias: expect.stringContaining('-') }]);
});

test.each([
  ['absent', undefined],
  ['null', null],
  ['empty', ''],
] as const)('E1: no description appears as: %s', async (noDescription, expected) => {
  const { send, project } = await start({ knobs: { noDescription } });
  await createBucket(send, project);
  await createBucket(send, project, { description: '' });
  await createBucket(send, project, { description: null });

  const listed = (await send('GET', '/s3/buckets')).json as { description?: string }[];

  expect(listed.map(({ description }) => description)).toEqual([expected, expected, expected]);
});

test.each([
  ['keep', 'both', ['old', undefined, undefined]],
  ['clear', 'both', [undefined, undefined, undefined]],
  ['keep', 'empty', ['old', undefined, 'old']],
  ['keep', 'null', ['old', 'old', undefined]],
  ['keep', 'neither', ['old', 'old', 'old']],
] as const)('E1: an update without description says %s; what clears is %s', async (omitted, clears, expected) => {
  const { send, project } = await start({ knobs: { omittedDescription: omitted, clearsDescription: clears } });

  const after = [];
  for (const change of [{}, { description: '' }, { description: null }]) {
    const id = await createBucket(send, project, { description: 'old' });
    after.push((await send('PUT', '/s3/buckets', { id, max_size: 1, ...change })).json.description);
  }

  expect(after).toEqual(expected);
});

/** An emulator over a folder with a bucket that holds an object in a file, and one that holds only an unfinished upload. */
async function startFilled(options: EmulatorOptions = {}) {
  const dataDir = temporaryFolder();
  const { objects, storage, newBucket } = openService(dataDir);
  const [full, begun] = [newBucket(), newBucket()];
  await objects.put({ bucketId: full, key: 'CANARY-key' }, PLAIN, bodyOf(Buffer.alloc(100_000, 'CANARY-bytes')));
  await objects.put({ bucketId: full, key: 'small' }, PLAIN, bodyOf('CANARY-bytes'));
  const upload = objects.uploads.create({ bucketId: begun, key: 'k' }, PLAIN, {
    checksum: undefined,
    accessKeyId: 'GK1',
  });
  await objects.uploads.putPart(upload, 1, bodyOf(Buffer.alloc(100_000)));
  objects.setConfiguration(begun, 'cors', '<CORSConfiguration/>');
  await storage.close();
  return { ...(await start({ dataDir, projects: ['project-1'], ...options })), dataDir, full, begun };
}

test('a bucket that holds objects is not deleted, and stays as it is', async () => {
  const { emulator, send, dataDir, full } = await startFilled();

  const refused = await send('DELETE', `/s3/buckets/${full}`);

  expect(refused).toMatchObject({ status: 409, json: { error: { code: 'not_empty' } } });
  expect(refused.json.error.message).toContain('holds 2 objects');
  expect(refused.headers.get('x-coffer-assumption')).toBe('deleteNonEmpty, errorBody');
  expect((await send('GET', '/s3/buckets')).json).toHaveLength(2);
  expect(emulator.inspect.objects(full).map(({ key, size }) => [key, size])).toEqual([
    ['CANARY-key', 100_000],
    ['small', 12],
  ]);
  expect(filesIn(dataDir)).toHaveLength(2);
});

test('unfinished uploads and configuration go with their bucket', async () => {
  const { emulator, send, dataDir, begun } = await startFilled();

  const deleted = await send('DELETE', `/s3/buckets/${begun}`);

  expect(deleted.status).toBe(204);
  expect(deleted.headers.get('x-coffer-assumption')).toBe('deleteResponse');
  await emulator.stop();
  expect(filesIn(dataDir)).toHaveLength(1);
});

test('E1: a bucket that holds objects is deleted with them where the knob says so', async () => {
  const { emulator, send, dataDir, full } = await startFilled({ knobs: { deleteNonEmpty: 'delete' } });

  const deleted = await send('DELETE', `/s3/buckets/${full}`);

  expect(deleted.status).toBe(204);
  expect(deleted.headers.get('x-coffer-assumption')).toBe('deleteNonEmpty, deleteResponse');
  expect(emulator.inspect.contents(full).objects).toBe(0);
  await emulator.stop();
  expect(filesIn(dataDir)).toHaveLength(1);
});
