import { describe, expect, test } from 'vitest';
import type { ClientSettings } from '../../../../provider/client';
import { bytes, failureOf, startService } from './fixture';

/** A client that gives up a request that was sent as soon as it is cancelled: nobody waits here for what is held for ever. */
const impatient = ({ environment }: ClientSettings) => ({
  environment: { ...environment, timeout: (ms: number) => AbortSignal.timeout(ms === 30_000 ? 0 : ms) },
});

const PERMISSIONS = { read: true, write: false, owner: false };

test('a call that is cancelled before it begins sends nothing', async () => {
  const { client, emulator, projectId } = await startService();
  const call = { signal: AbortSignal.abort() };

  const errors = await Promise.all(
    [
      client.secrets.create({ projectId, name: 'db', value: bytes('x') }, call),
      client.secrets.update({ id: 's', name: 'db', value: bytes('x') }, call),
      client.secrets.deleteIfExists('s', call),
      client.secrets.find('s', call),
      client.pullSecrets.create({ projectId, server: 's', username: 'u', password: 'p' }, call),
      client.buckets.waitUntil('b', () => true, 1_000, call),
    ].map(failureOf),
  );

  expect(errors.map(({ name }) => name)).toEqual(Array(6).fill('CancelledError'));
  expect(emulator.journal.requests()).toEqual([]);
});

test.each(['conventional', 'minimal'] as const)(
  'P1: a secret whose create was cancelled on its way back is still found, in %s',
  async (dialect) => {
    const { client, emulator, projectId } = await startService({ dialect }, impatient);
    const held = emulator.faults.add({ operation: 'createSecret', pause: true, when: 'after-commit' });
    const stop = new AbortController();
    const creating = client.secrets.create({ projectId, name: 'db', value: bytes('x') }, { signal: stop.signal });
    await held.whenMet();

    stop.abort();

    const { id } = await creating;
    expect(await client.secrets.list()).toMatchObject([{ id, name: 'db' }]);
  },
);

test('P1: a create that was cancelled and never appears is named, after a few seconds', async () => {
  const { client, emulator, projectId, time } = await startService({}, impatient);
  const held = emulator.faults.add({ operation: 'createBucket', pause: true });
  const stop = new AbortController();
  const creating = failureOf(client.buckets.create({ projectId, maxSize: 5n }, { signal: stop.signal }));
  await held.whenMet();

  stop.abort();

  const error = await creating;
  expect(error).toMatchObject({ name: 'LostError', subject: 'bucket of 5 bytes in project "project-1"' });
  expect(time.slept.reduce((sum, ms) => sum + ms, 0)).toBe(5_000);
});

test('a cancelled search for a lost create continues for a few seconds', async () => {
  const { client, emulator, projectId } = await startService({ dialect: 'minimal' });
  const held = emulator.faults.add({ operation: 'listSecrets', pause: true, times: 2 });
  const stop = new AbortController();
  const creating = client.secrets.create({ projectId, name: 'db', value: bytes('x') }, { signal: stop.signal });
  await held.whenMet();
  const list = emulator.faults.add({ operation: 'listSecrets', pause: true, times: 1 });
  held.remove();
  await list.whenMet();

  stop.abort();

  expect((await creating).id).toBe((await client.secrets.list())[0]?.id);
});

describe('P2: a key whose create was cancelled before its response arrived', () => {
  const cancel = async (lostCreates: 'adopt' | 'sole_writer') => {
    const { client, emulator, projectId, call, warnings } = await startService({}, (settings) => ({
      ...impatient(settings),
      lostCreates,
    }));
    const bucket = await client.buckets.create({ projectId, maxSize: 5n });
    const held = emulator.faults.add({ operation: 'createAccessKey', pause: true, when: 'after-commit' });
    const stop = new AbortController();
    const input = { projectId, bucketIds: [bucket.id], permissions: PERMISSIONS };
    const creating = failureOf(client.accessKeys.create(input, { ...call, signal: stop.signal }));
    await held.whenMet();

    stop.abort();

    return { failure: await creating, left: await client.accessKeys.list(), warnings };
  };

  test('is deleted again if nobody else writes', async () => {
    const { failure, left } = await cancel('sole_writer');

    expect([failure.name, left]).toEqual(['CancelledError', []]);
  });

  test('stays if it may be that of another pipeline, and is named', async () => {
    const { failure, left, warnings } = await cancel('adopt');

    expect([failure.name, left.length]).toEqual(['LostError', 1]);
    expect(warnings).toEqual([expect.objectContaining({ detail: expect.stringContaining(left[0]?.id ?? 'no key') })]);
  });
});

test('P2: a pull secret whose create was cancelled in flight is named', async () => {
  const { client, emulator, projectId } = await startService({}, impatient);
  const held = emulator.faults.add({ operation: 'createPullSecret', pause: true });
  const stop = new AbortController();
  const creating = failureOf(
    client.pullSecrets.create(
      { projectId, server: 'ghcr.io', username: 'octo', password: 'p' },
      { signal: stop.signal },
    ),
  );
  await held.whenMet();

  stop.abort();

  expect(await creating).toMatchObject({ name: 'LostError', message: expect.stringMatching(/ghcr\.io.*octo/) });
});
