import { expect, test } from 'vitest';
import { CALLER, expectAgreement, openControlPlane, PROJECT, startCluster } from './control-plane';

const OWNER = { read: false, write: false, owner: true };
const READ = { read: true, write: false, owner: false };
const MIB = 1024n * 1024n;

async function startPlane(options: Parameters<typeof openControlPlane>[1] = {}) {
  const cluster = await startCluster();
  const opened = openControlPlane(cluster, options);
  const { service } = opened;
  const newBucket = async (maxSize = MIB) =>
    service.buckets.create(CALLER, { projectId: PROJECT, maxSize, description: null });
  const newKey = async (bucketIds: readonly string[], permissions = READ) =>
    service.accessKeys.create(CALLER, { projectId: PROJECT, bucketIds, permissions });
  return { ...opened, cluster, newBucket, newKey };
}

test('buckets and keys are made, changed and deleted in the cluster', async () => {
  const opened = await startPlane();
  const { cluster, service, newBucket, newKey, intents } = opened;

  const [first, second] = [await newBucket(), await newBucket(2n ** 63n - 1n)];
  const key = await newKey([first.id, second.id]);

  expect(first.showsAlias).toBe(true);
  expectAgreement(opened, cluster);

  await service.buckets.update(CALLER, { id: first.id, maxSize: 5n, description: 'x' });
  await service.buckets.delete(CALLER, second.id);

  expectAgreement(opened, cluster);
  expect(cluster.state().buckets).toMatchObject([
    { aliases: [first.alias], quota: 5n, keys: [{ id: key.accessKeyId }] },
  ]);

  await service.accessKeys.delete(CALLER, key.id);
  await service.buckets.delete(CALLER, first.id);

  expect(cluster.state()).toMatchObject({ buckets: [], keys: [] });
  expect([intents.buckets(), intents.keys()]).toEqual([[], []]);
});

test('an owner where he may do everything is given all three rights, and cannot delete the bucket over S3', async () => {
  const opened = await startPlane();
  const { cluster, plane, newBucket, newKey, log } = opened;
  const bucket = await newBucket();

  const key = await newKey([bucket.id], OWNER);

  expect(key.permissions).toEqual(OWNER);
  expect(cluster.state().buckets[0]?.keys).toMatchObject([
    { id: key.accessKeyId, permissions: { read: true, write: true, owner: true } },
  ]);

  cluster.tables.deleteOverS3(bucket.alias);
  await plane.sweep.run({ isFull: true });

  expectAgreement(opened, cluster);
  expect(log.join()).toContain('it is given back');
});

test('a bucket that holds objects stays as it is, its uploads too', async () => {
  const { cluster, service, newBucket, intents } = await startPlane();
  const { id } = await newBucket();
  const clusterId = intents.findBucket(id)?.clusterId ?? '';
  cluster.tables.putObject(clusterId);
  cluster.tables.startUpload(clusterId);

  await expect(service.buckets.delete(CALLER, id)).rejects.toMatchObject({ code: 'not_empty' });

  expect(intents.findBucket(id)?.state).toBe('live');
  expect(cluster.tables.live(clusterId).unfinishedUploads).toBe(1n);
});

test('a key is off all lists while its revocation is under way, and deleting it again waits for the same', async () => {
  const opened = await startPlane();
  const { cluster, service, newKey, hurry } = opened;
  const { id } = await newKey([]);
  hurry();
  cluster.failNext('UpdateKey', 'timeout');

  const first = service.accessKeys.delete(CALLER, id);

  await expect(first).rejects.toMatchObject({ code: 'unavailable' });
  expect(service.accessKeys.list(CALLER, {}).items).toEqual([]);
  expect(() => service.accessKeys.delete({ projectIds: ['another'] }, id)).toThrow('There is no access key');
  await expect(service.accessKeys.delete(CALLER, id)).rejects.toMatchObject({ code: 'unavailable' });
  await opened.plane.sweep.run({ isFull: false });
  expectAgreement(opened, cluster);
  expect(() => service.accessKeys.delete(CALLER, id)).toThrow('There is no access key');
});

test('a bucket that nobody can make now shows its alias once it is made', async () => {
  const { cluster, plane, service, newBucket, newKey, hurry } = await startPlane();
  cluster.ready = false;
  hurry();

  const { id, showsAlias } = await newBucket();

  expect(showsAlias).toBe(false);
  expect(service.buckets.list(CALLER, {}).items).toMatchObject([{ id, showsAlias: false }]);
  await expect(newKey([id])).rejects.toMatchObject({ code: 'conflict', field: 'bucket_ids' });
  cluster.ready = true;
  await plane.sweep.run({ isFull: false });
  expect(service.buckets.list(CALLER, {}).items).toMatchObject([{ id, showsAlias: true }]);
});

test('a token that may not make buckets leaves none behind, here or there', async () => {
  const opened = await startPlane();
  const { cluster, service, newBucket, newKey, log } = opened;
  Object.assign(cluster, { token: 'another' });

  await expect(newBucket()).rejects.toMatchObject({ code: 'unavailable' });
  await expect(newKey([])).rejects.toMatchObject({ code: 'unavailable' });

  expect(service.buckets.stored(CALLER)).toEqual([]);
  expect(service.accessKeys.stored(CALLER)).toEqual([]);
  expect(log.join()).toContain('CreateBucket: 403');
});

test('an alias that somebody else has is drawn anew', async () => {
  const opened = await startPlane();
  const { cluster, newBucket, hurry, service, plane, intents } = opened;
  cluster.failNext('CreateBucket', 'lost-before');
  hurry();
  const { id, alias } = await newBucket();
  // Meanwhile somebody else has taken it, and used it.
  const theirs = cluster.tables.foreignBucket(alias);
  cluster.tables.putObject(theirs);

  await plane.sweep.run({ isFull: true });

  expect(service.buckets.find(id)?.alias).not.toBe(alias);
  expect(intents.findBucket(id)).toMatchObject({ state: 'live' });
  expect(cluster.tables.live(theirs)).toMatchObject({ maxSize: null, objects: 1n });
});

test('a call that makes a key comes to nothing when it arrives after the key was given up', async () => {
  const { cluster, plane, newKey, hurry, intents } = await startPlane();
  hurry();
  cluster.failNext('ImportKey', 'late');
  await expect(newKey([])).rejects.toMatchObject({ code: 'unavailable' });
  await plane.sweep.run({ isFull: false });

  cluster.arriveLate();

  // Without a sweep: nobody would look for an hour.
  expect(cluster.state().keys).toEqual([]);
  expect(intents.keys()).toEqual([]);
});

test('a bucket that a call makes after it was deleted is found by its name, and goes', async () => {
  const { cluster, plane, service, newBucket, hurry, intents } = await startPlane();
  hurry();
  cluster.failNext('CreateBucket', 'late');
  const { id } = await newBucket();
  await expect(service.buckets.delete(CALLER, id)).rejects.toMatchObject({ code: 'unavailable' });
  await plane.sweep.run({ isFull: false });
  expect(intents.buckets()).toEqual([]);

  cluster.arriveLate();
  expect(cluster.state().buckets).toHaveLength(1);
  await plane.sweep.run({ isFull: false });

  expect(cluster.state().buckets).toEqual([]);
});

test('who waits for a key while the emulator stops is told, and the key is revoked', async () => {
  const { cluster, newKey, close, folder } = await startPlane();
  cluster.failNext('ImportKey', 'timeout');
  const making = newKey([]);
  const told = expect(making).rejects.toMatchObject({ code: 'unavailable' });

  await close();
  await told;

  const again = openControlPlane(cluster, { folder });
  await again.plane.sweep.run({ isFull: false });
  expectAgreement(again, cluster);
});

test('a deletion that the token does not allow to finish stays a deletion, until it is', async () => {
  const opened = await startPlane();
  const { cluster, service, newBucket, intents, plane } = opened;
  const { id } = await newBucket();
  cluster.tables.startUpload(intents.findBucket(id)?.clusterId ?? '');
  cluster.failNext('CleanupIncompleteUploads', '403');

  await expect(service.buckets.delete(CALLER, id)).rejects.toMatchObject({ code: 'unavailable' });

  expect(intents.findBucket(id)?.state).toBe('deleting');
  await plane.sweep.run({ isFull: false });
  expectAgreement(opened, cluster);
  expect(service.buckets.find(id)).toBeUndefined();
});

test('a deletion that the token does not allow leaves the bucket as it was, whoever asks twice', async () => {
  const opened = await startPlane();
  const { cluster, service, newBucket } = opened;
  const { id, alias } = await newBucket();
  for (const operation of ['DeleteBucket', 'DeleteBucket']) cluster.failNext(operation, '403');

  const [one, other] = [service.buckets.delete(CALLER, id), service.buckets.delete(CALLER, id)];

  await expect(one).rejects.toMatchObject({ code: 'unavailable' });
  await expect(other).rejects.toMatchObject({ code: 'unavailable' });
  expectAgreement(opened, cluster);
  expect(service.buckets.list(CALLER, {}).items).toMatchObject([{ alias, showsAlias: true }]);
});

test('a bucket whose deletion was broken off half-way, and that got an object meanwhile, has its keys and its name again', async () => {
  const opened = await startPlane();
  const { cluster, service, newBucket, newKey, intents } = opened;
  const { id } = await newBucket();
  await newKey([id]);
  const clusterId = intents.findBucket(id)?.clusterId ?? '';
  cluster.failNext('DeleteBucket', 'half');
  cluster.onCall = () => {
    cluster.tables.putObject(clusterId);
    cluster.onCall = undefined;
  };

  await expect(service.buckets.delete(CALLER, id)).rejects.toMatchObject({ code: 'not_empty' });

  expectAgreement(opened, cluster);
});

test('of two deletions at the same time of a bucket that holds objects, none is told that it is gone', async () => {
  const opened = await startPlane();
  const { cluster, service, newBucket, intents } = opened;
  const { id } = await newBucket();
  cluster.tables.putObject(intents.findBucket(id)?.clusterId ?? '');

  const deletions = [service.buckets.delete(CALLER, id), service.buckets.delete(CALLER, id)];

  for (const deletion of deletions) await expect(deletion).rejects.toMatchObject({ code: 'not_empty' });
  expectAgreement(opened, cluster);
});
