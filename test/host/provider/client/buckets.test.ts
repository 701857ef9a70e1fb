import { expect, test } from 'vitest';
import { failureOf, otherClient, startService } from './fixture';

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

test.each([408, 429, 500])('a list that returns %i for a while does not end a wait', async (status) => {
  const { client, emulator, projectId, call, warnings } = await startService({}, { maxRetries: 0 });
  const { id } = await client.buckets.create({ projectId, maxSize: 5n }, call);
  emulator.faults.add({ operation: 'listBuckets', status, times: 3 });

  expect(await client.buckets.waitUntil(id, () => true, 60_000, call)).toMatchObject({ id });
  expect(warnings).toEqual([]);
});
