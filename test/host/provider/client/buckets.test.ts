import { expect, test } from 'vitest';
import { failureOf, otherClient, startService } from './fixture';

test('P23: an update always sends id, max_size and description, and returns the bucket as listed', async () => {
  const { client, emulator, projectId, call } = await startService();
  const { id } = await client.buckets.create({ projectId, maxSize: 5n, description: 'old' }, call);

  const record = await client.buckets.update({ id, maxSize: 6n, description: 'new' }, call);

  expect(record).toMatchObject({ id, max_size: 6n, description: 'new', project_id: projectId });
  expect(emulator.journal.requests({ operation: 'updateBucket' }).map(({ body }) => body)).toEqual([
    { id, max_size: 6, description: 'new' },
  ]);
});

test('P23: a field that somebody else changed meanwhile is an error with the bucket as listed', async () => {
  const { client, emulator, projectId, call } = await startService();
  const { id } = await client.buckets.create({ projectId, maxSize: 5n }, call);
  const held = emulator.faults.add({ operation: 'updateBucket', pause: true, when: 'after-commit', times: 1 });
  const updating = failureOf(client.buckets.update({ id, maxSize: 6n, description: 'ours' }, call));
  await held.whenMet();
  await otherClient(emulator).buckets.update({ id, maxSize: 7n, description: 'theirs' });

  held.release();

  expect(await updating).toMatchObject({
    name: 'ChangedConcurrentlyError',
    fields: ['max_size', 'description'],
    record: { id, max_size: 7n, description: 'theirs' },
  });
});

test('P23: a bucket that is gone from the list after its update is an error', async () => {
  const { client, emulator, projectId, call } = await startService();
  const { id } = await client.buckets.create({ projectId, maxSize: 5n }, call);
  const held = emulator.faults.add({ operation: 'updateBucket', pause: true, when: 'after-commit', times: 1 });
  const updating = failureOf(client.buckets.update({ id, maxSize: 6n, description: null }, call));
  await held.whenMet();
  await otherClient(emulator).buckets.deleteIfExists(id);

  held.release();

  expect(await updating).toMatchObject({ name: 'ChangedConcurrentlyError', record: undefined });
});

test('P23: a list that lags behind the update is given time', async () => {
  const { client, projectId, call } = await startService({ lag: { recordFlaps: 1 } });
  const { id } = await client.buckets.create({ projectId, maxSize: 5n }, call);
  await client.buckets.list(call);

  const record = await client.buckets.update({ id, maxSize: 6n, description: null }, call);

  expect(record).toMatchObject({ id, max_size: 6n });
});

test('P23: concurrent updates share the list that checks them', async () => {
  const { client, emulator, projectId, call } = await startService();
  const sizes = Array.from({ length: 40 }, (_, index) => BigInt(index + 1));
  const made = await Promise.all(sizes.map((maxSize) => client.buckets.create({ projectId, maxSize }, call)));
  emulator.journal.clear();

  await Promise.all(
    made.map(({ id }, index) => client.buckets.update({ id, maxSize: 100n + BigInt(index), description: '' }, call)),
  );

  expect(emulator.journal.count({ operation: 'listBuckets' })).toBeLessThan(20);
});

test('P10: an empty description and null are sent unchanged', async () => {
  const { client, emulator, projectId, call } = await startService();
  const { id } = await client.buckets.create({ projectId, maxSize: 5n, description: 'text' }, call);

  await client.buckets.update({ id, maxSize: 5n, description: '' }, call);
  await client.buckets.update({ id, maxSize: 5n, description: null }, call);

  const sent = emulator.journal.requests({ operation: 'updateBucket' }).map(({ body }) => body);
  expect(sent).toEqual([
    { id, max_size: 5, description: '' },
    { id, max_size: 5, description: null },
  ]);
});

test('P10: a description that is not cleared by an empty one is an error at once, so that null can be tried', async () => {
  const { client, projectId, call, time } = await startService({ knobs: { clearsDescription: 'null' } });
  const { id } = await client.buckets.create({ projectId, maxSize: 5n, description: 'text' }, call);

  const error = await failureOf(client.buckets.update({ id, maxSize: 6n, description: '' }, call));

  expect(error).toMatchObject({ fields: ['description'], record: { max_size: 6n, description: 'text' } });
  expect(time.slept).toEqual([]);
});

test('P3: a bucket whose response is in flight is not taken for a lost one', async () => {
  const { client, emulator, projectId, call } = await startService();
  const input = { projectId, maxSize: 5n, description: 'twin' };
  const held = emulator.faults.add({ operation: 'createBucket', pause: true, when: 'after-commit', times: 1 });
  const slow = client.buckets.create(input, call);
  await held.whenMet();
  const lost = emulator.faults.add({ operation: 'createBucket', status: 500, times: 1 });
  const quick = client.buckets.create(input, call);
  await lost.whenMet();
  // Enough round trips for the client to search for the lost bucket, if it did not wait.
  const { buckets } = otherClient(emulator);
  for (let trip = 0; trip < 10; trip += 1) await buckets.deleteIfExists('none');

  held.release();

  const ids = [(await slow).id, (await quick).id];
  expect(new Set((await client.buckets.list()).map(({ id }) => id))).toEqual(new Set(ids));
  expect(new Set(ids).size).toBe(2);
});

test('P11: a quota of 2^63 - 1 keeps every digit in both directions', async () => {
  const { client, projectId, call } = await startService();

  const { id } = await client.buckets.create({ projectId, maxSize: 9_223_372_036_854_775_807n }, call);

  expect((await client.buckets.find(id, call))?.max_size).toBe(9_223_372_036_854_775_807n);
});

test('waiting buckets share one poller', async () => {
  const { client, emulator, projectId, call } = await startService({ settle: '5polls' });
  const made = await Promise.all(
    Array.from({ length: 30 }, () => client.buckets.create({ projectId, maxSize: 5n }, call)),
  );
  emulator.journal.clear();

  const settled = await Promise.all(
    made.map(({ id }) => client.buckets.waitUntil(id, ({ alias }) => alias !== undefined, 60_000, call)),
  );

  expect(settled.map((record) => record?.id)).toEqual(made.map(({ id }) => id));
  expect(emulator.journal.count({ operation: 'listBuckets' })).toBeLessThanOrEqual(7);
});

test('a wait whose time is over ends with undefined', async () => {
  const { client, projectId, call, time } = await startService({ settle: '1000polls' });
  const { id } = await client.buckets.create({ projectId, maxSize: 5n }, call);

  const record = await client.buckets.waitUntil(id, ({ alias }) => alias !== undefined, 20_000, call);

  expect(record).toBeUndefined();
  expect(time.slept.reduce((sum, ms) => sum + ms, 0)).toBe(20_000);
});

test.each([408, 429, 500])('a list that returns %i for a while does not end a wait', async (status) => {
  const { client, emulator, projectId, call, warnings } = await startService({}, { maxRetries: 0 });
  const { id } = await client.buckets.create({ projectId, maxSize: 5n }, call);
  emulator.faults.add({ operation: 'listBuckets', status, times: 3 });

  expect(await client.buckets.waitUntil(id, () => true, 60_000, call)).toMatchObject({ id });
  expect(warnings).toEqual([]);
});

test('a list that is forbidden ends a wait with a warning, not an error', async () => {
  const { client, emulator, projectId, call, warnings } = await startService();
  const { id } = await client.buckets.create({ projectId, maxSize: 5n }, call);
  emulator.faults.add({ operation: 'listBuckets', status: 403 });

  const record = await client.buckets.waitUntil(id, () => true, 60_000, call);

  expect(record).toBeUndefined();
  expect(warnings).toMatchObject([{ detail: expect.stringContaining('403') }]);
});
