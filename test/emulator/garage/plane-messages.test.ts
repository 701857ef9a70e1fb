import { expect, test } from 'vitest';
import { DomainError } from '../../../emulator/domain/errors';
import { CALLER, openControlPlane, PROJECT, startCluster } from './control-plane';

const NOW = 'The storage cluster cannot do this now: ';

async function open() {
  const cluster = await startCluster();
  // No call ends by its time limit, also on a busy machine: whole logs are compared.
  const opened = openControlPlane(cluster, { timeoutMs: 60_000 });
  await opened.plane.sweep.run({ isFull: false });
  const bucket = await opened.newBucket();
  const key = await opened.newKey([bucket.id]);
  const { service, intents } = opened;
  const there = (id = bucket.id) => cluster.tables.live(intents.findBucket(id)?.clusterId ?? '');
  const update = (maxSize: bigint) => service.buckets.update(CALLER, { id: bucket.id, maxSize, description: 'x' });
  return { ...opened, cluster, bucket, key, there, update };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** Who is told, and what the work does that is gone on with. */
test.each<[says: string, set: (opened: Opened) => void, ask: (opened: Opened) => Promise<unknown>]>([
  [
    'the bucket was not made.',
    ({ cluster }) => cluster.failNext('CreateBucket', '403'),
    ({ newBucket }) => newBucket(),
  ],
  [
    'the access key was not made.',
    ({ cluster }) => cluster.failNext('ImportKey', '403'),
    ({ newKey, bucket }) => newKey([bucket.id]),
  ],
  [
    'the quota is set as soon as it can.',
    ({ cluster }) => cluster.failNext('UpdateBucket', '403'),
    ({ update }) => update(5n),
  ],
  [
    'the bucket is deleted as soon as it can.',
    ({ cluster }) => cluster.failNext('DeleteBucket', '403'),
    ({ service, bucket }) => service.buckets.delete(CALLER, bucket.id),
  ],
  [
    'the access key is revoked as soon as it can.',
    ({ cluster }) => cluster.failNext('UpdateKey', '403'),
    ({ service, key }) => service.accessKeys.delete(CALLER, key.id),
  ],
])('what the cluster does not do is told without its details: %s', async (says, set, ask) => {
  const opened = await open();
  set(opened);

  await expect(ask(opened)).rejects.toThrow(new DomainError('unavailable', NOW + says));

  expect(opened.log.join('\n')).toMatch(/^storage cluster: \w+: 403 AccessDenied Forbidden: Invalid bearer token$/);
});

test.each<[says: string, set: (opened: Opened) => void, ask: (opened: Opened) => Promise<unknown>]>([
  [
    'the access key was not made.',
    ({ cluster, hurry }) => {
      hurry();
      cluster.failNext('ImportKey', 'timeout');
    },
    ({ newKey, bucket }) => newKey([bucket.id]),
  ],
  [
    'the quota is set as soon as it can.',
    ({ cluster, hurry }) => {
      hurry();
      cluster.failNext('UpdateBucket', 'timeout');
    },
    ({ update }) => update(5n),
  ],
])('so is what takes too long: %s', async (says, set, ask) => {
  const opened = await open();
  set(opened);

  await expect(ask(opened)).rejects.toThrow(new DomainError('unavailable', NOW + says));
});

test('a change of a bucket that is gone says so, whether that was known or not; a description alone needs no cluster', async () => {
  const { cluster, service, bucket, there, update, stores, intents } = await open();
  const asked = cluster.calls.length;
  await update(1000n);
  expect(cluster.calls).toHaveLength(asked);
  expect(stores.buckets.find(bucket.id)).toMatchObject({ maxSize: 1000n, description: 'x' });
  cluster.tables.bury(there());
  const gone = new DomainError(
    'not_found',
    `The bucket with the id "${bucket.id}" is gone from the storage cluster.`,
    'id',
  );

  for (const _known of [false, true]) {
    const error = await update(5n).catch((thrown: unknown) => thrown);
    expect(error).toEqual(gone);
    expect({ ...(error as object) }).toEqual({ ...gone });
    expect(intents.findBucket(bucket.id)?.isMissing).toBe(true);
  }
  expect(service.buckets.list(CALLER, {}).items).toEqual([]);
});

test('a bucket that holds objects is not deleted, with a sentence', async () => {
  const { cluster, service, bucket, there } = await open();
  cluster.tables.putObject(there().id);

  await expect(service.buckets.delete(CALLER, bucket.id)).rejects.toThrow(
    new DomainError('not_empty', `The bucket with the id "${bucket.id}" holds objects: delete what is in it first.`),
  );
});

test('a key for buckets that are not made yet names them all', async () => {
  const { cluster, newBucket, newKey, hurry, bucket } = await open();
  cluster.ready = false;
  hurry();
  const waiting = [await newBucket(), await newBucket()].map(({ id }) => id);

  const error = await newKey([bucket.id, ...waiting]).catch((thrown: unknown) => thrown);

  const says = `These buckets are not ready: ${waiting.join(', ')}.`;
  expect(error).toEqual(new DomainError('conflict', says, 'bucket_ids'));
  expect(error).toMatchObject({ code: 'conflict', field: 'bucket_ids' });
});

test('who waits is told of a stop, and so is who comes after it', async () => {
  const { cluster, newBucket, newKey, close, plane, bucket, update } = await open();
  cluster.failNext('CreateBucket', 'timeout');
  cluster.failNext('ImportKey', 'timeout');
  const stopping = new DomainError('unavailable', 'The emulator is stopping.');
  const waiting = [newBucket(), newKey([bucket.id])].map((each) => expect(each).rejects.toThrow(stopping));
  await expect.poll(() => cluster.calls.slice(-2).sort()).toEqual(['CreateBucket', 'ImportKey']);

  const stopped = plane.stop();

  await expect(update(7n)).rejects.toThrow(stopping);
  await Promise.all([stopped, ...waiting]);
  await close();
});

test('a key that somebody deletes while it is made asks for another one, and one of a gone bucket names it', async () => {
  const { cluster, newKey, bucket, there, intents, log } = await open();
  let accessKeyId = '';
  cluster.onCall = (operation) => {
    if (operation !== 'ImportKey') return;
    cluster.onCall = undefined;
    accessKeyId = intents.keys().find(({ state }) => state === 'creating')?.accessKeyId ?? '';
    Object.assign(cluster.tables.keys.get(accessKeyId) ?? {}, { isDeleted: true });
  };
  const error = await newKey([bucket.id]).catch((thrown: unknown) => thrown);
  const says = `The access key ${accessKeyId} was deleted in the storage cluster, which takes the id of a key only once. Make another key.`;
  expect(error).toEqual(new DomainError('conflict', says, 'bucket_ids'));
  expect(error).toMatchObject({ code: 'conflict', field: 'bucket_ids' });
  cluster.tables.bury(there());

  await expect(newKey([bucket.id])).rejects.toThrow(
    new DomainError('not_found', `These buckets are gone from the storage cluster: ${bucket.id}.`, 'bucket_ids'),
  );

  expect(log).toContain(`the bucket with the id ${bucket.id} is gone, and was not deleted here.`);
});

test('a sweep tells each finding in a line of its own, once', async () => {
  const { cluster, plane, intents, log, bucket, key, there, newBucket, newKey } = await open();
  const [gone, other] = [await newBucket(), await newBucket()];
  const [expired, lost] = [await newKey([other.id]), await newKey([other.id])];
  const stray = cluster.tables.foreignKey(`coffer:${intents.installation}:stray`);
  const goneId = there(gone.id).id;
  cluster.tables.bury(there(gone.id));
  Object.assign(cluster.tables.keys.get(expired.accessKeyId) ?? {}, { expiration: '2001-01-01T00:00:00Z' });
  Object.assign(cluster.tables.keys.get(lost.accessKeyId) ?? {}, { isDeleted: true });
  there().grants.set(key.accessKeyId, { read: false, write: true, owner: false });
  there().aliases.delete(bucket.alias);
  cluster.tables.aliases.delete(bucket.alias);
  there().localAliases.delete(intents.guard(PROJECT) ?? '');
  log.length = 0;

  for (let minute = 0; minute < 2; minute++) await plane.sweep.run({ isFull: true });

  expect([...log].sort()).toEqual(
    [
      `the bucket ${gone.alias} (${goneId}) is gone, and was not deleted here.`,
      `the access key ${expired.accessKeyId} is expired, and was not deleted here.`,
      `the access key ${lost.accessKeyId} is gone, and was not deleted here.`,
      `the access key ${key.accessKeyId} had more rights on the bucket ${bucket.alias} than it was given.`,
      `the access key ${key.accessKeyId} had lost rights on the bucket ${bucket.alias}.`,
      `the bucket ${bucket.alias} had lost its name; it is given back.`,
      `the bucket ${bucket.alias} had lost its second name; it is given back.`,
      ...log.filter((line) => line.includes(stray)),
    ].sort(),
  );
  expect(log.filter((line) => line.includes(stray))).toHaveLength(1);
});
