import { expect, test } from 'vitest';
import { callAdmin } from '../../../scripts/garage/call-admin';
import { ALL, CALLER, expectAgreement, openControlPlane, PROJECT, READ, startCluster } from './control-plane';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

async function startSwept({ isExclusive = false } = {}) {
  const cluster = await startCluster();
  let offsetMs = 0;
  const opened = openControlPlane(cluster, { isExclusive, now: () => Date.now() + offsetMs });
  const { intents, plane } = opened;
  const bucket = await opened.newBucket();
  const key = await opened.newKey([bucket.id]);
  const clusterId = intents.findBucket(bucket.id)?.clusterId ?? '';
  const sweep = () => plane.sweep.run({ isFull: true });
  const wait = (ms: number) => {
    offsetMs += ms;
  };
  const agree = () => expectAgreement(opened, cluster);
  return { ...opened, cluster, bucket, key, clusterId, sweep, wait, agree };
}

test('nothing of strangers is deleted', async () => {
  const { cluster, sweep, wait } = await startSwept();
  const buckets = [cluster.tables.foreignBucket('theirs'), cluster.tables.foreignBucket()];
  const keys = ['somebody', 'coffer:', 'coffer:0123456789abcdef:4d1f'].map((name) => cluster.tables.foreignKey(name));
  wait(2 * HOUR_MS);

  await sweep();

  expect(buckets.map((id) => cluster.tables.live(id).id)).toEqual(buckets);
  for (const id of keys) expect(cluster.tables.keys.get(id)?.isDeleted).toBe(false);
});

test('in a cluster of ours alone an old bucket without a name goes, unless it holds something or somebody may use it', async () => {
  const { cluster, sweep, wait, key } = await startSwept({ isExclusive: true });
  const [empty, full, used, young] = [0, 0, 0, 1.5 * HOUR_MS].map((later) =>
    cluster.tables.foreignBucket(undefined, new Date(Date.now() + later)),
  ) as [string, string, string, string];
  cluster.tables.putObject(full);
  cluster.tables.live(used).grants.set(key.accessKeyId, READ);
  wait(2 * HOUR_MS);

  await sweep();

  expect(() => cluster.tables.live(empty)).toThrow(empty);
  expect([full, used, young].map((id) => cluster.tables.live(id).id)).toEqual([full, used, young]);
});

test('a bucket of ours that has no name is not one of nobody, and one that got a name since it was listed is not, either', async () => {
  const { cluster, sweep, wait, clusterId, key, service, bucket } = await startSwept({ isExclusive: true });
  await service.accessKeys.delete(CALLER, key.id);
  const named = cluster.tables.foreignBucket(undefined);
  cluster.tables.live(clusterId).aliases.delete(bucket.alias);
  cluster.tables.aliases.delete(bucket.alias);
  wait(2 * HOUR_MS);
  cluster.failNext('GetBucketInfo', '403');
  cluster.onCall = (operation) => {
    if (operation === 'ListBuckets') cluster.tables.live(named).aliases.add('named');
  };

  await sweep();

  expect([clusterId, named].map((id) => cluster.tables.live(id).id)).toEqual([clusterId, named]);
});

test('what is live here and gone there is marked, told once, and in no list until it is back', async () => {
  const { cluster, sweep, log, service, intents, bucket, key, clusterId } = await startSwept();
  cluster.tables.bury(cluster.tables.live(clusterId));
  const row = cluster.tables.keys.get(key.accessKeyId);
  Object.assign(row ?? {}, { isDeleted: true });

  await sweep();
  await sweep();

  expect(intents.findBucket(bucket.id)?.isMissing).toBe(true);
  expect(intents.findKey(key.id)?.isMissing).toBe(true);
  expect(log.filter((line) => line.includes(bucket.alias))).toHaveLength(1);
  expect(log.filter((line) => line.includes(key.accessKeyId))).toHaveLength(1);
  expect(service.buckets.list(CALLER, {}).items).toEqual([]);
  expect(service.accessKeys.list(CALLER, {}).items).toEqual([]);
  await expect(service.buckets.update(CALLER, { id: bucket.id, maxSize: 5n, description: null })).rejects.toMatchObject(
    { code: 'not_found' },
  );

  // Somebody restores the cluster from a backup.
  Object.assign(row ?? {}, { isDeleted: false });
  Object.assign(cluster.tables.buckets.get(clusterId) ?? {}, { isDeleted: false });
  await sweep();

  expect(intents.findBucket(bucket.id)?.isMissing).toBe(false);
  expect(intents.findKey(key.id)?.isMissing).toBe(false);
  expect(service.buckets.list(CALLER, {}).items).toHaveLength(1);
  expect(service.accessKeys.list(CALLER, {}).items).toHaveLength(1);
});

test('a quota, a name and rights that somebody changed are put right', async () => {
  const { cluster, sweep, bucket, key, clusterId, newBucket, intents, agree } = await startSwept();
  const other = await newBucket();
  cluster.tables.live(intents.findBucket(other.id)?.clusterId ?? '').grants.set(key.accessKeyId, READ);
  const there = cluster.tables.live(clusterId);
  there.maxSize = 5n;
  there.grants.set(key.accessKeyId, { ...ALL, read: false });
  there.aliases.delete(bucket.alias);
  cluster.tables.aliases.delete(bucket.alias);

  await sweep();

  agree();
});

test('use is measured in the background, with the time it is of', async () => {
  const { cluster, service, plane, bucket, clusterId, wait } = await startSwept();
  expect(service.buckets.usage(bucket.id)).toBeUndefined();
  cluster.tables.putObject(clusterId, 2n ** 53n + 1n);
  wait(HOUR_MS);
  const asked = cluster.calls.length;

  await plane.sweep.run({ isFull: false });

  const use = service.buckets.usage(bucket.id);
  expect(use).toMatchObject({ bytes: 2n ** 53n + 1n, objects: 1 });
  expect(use?.knownAt).toBeGreaterThan(Date.now());
  expect(cluster.calls.slice(asked)).toEqual(['GetKeyInfo', 'UpdateKey', 'ListKeys', 'ListBuckets', 'GetBucketInfo']);
});

test('reads ask the cluster nothing', async () => {
  const { cluster, service } = await startSwept();
  const asked = cluster.calls.length;

  service.buckets.list(CALLER, {});
  service.accessKeys.list(CALLER, {});

  expect(cluster.calls).toHaveLength(asked);
});

test('a cluster that does not respond ends a sweep, and deletes nothing', async () => {
  const { cluster, sweep, log, agree } = await startSwept();
  for (const operation of ['ListKeys', 'GetBucketInfo', 'GetKeyInfo']) cluster.failNext(operation, '500');

  await sweep();
  expect(log.join()).toContain('broken off');
  await sweep();

  agree();
});

test('a key of ours that cannot be deleted keeps nothing else from being compared', async () => {
  const { cluster, intents, sweep, clusterId, log } = await startSwept();
  const stray = cluster.tables.foreignKey(`coffer:${intents.installation}:gone`);
  cluster.tables.live(clusterId).maxSize = 5n;
  cluster.failNext('DeleteKey', '403');

  await sweep();

  expect(intents.isRevoked(stray)).toBe(false);
  expect(cluster.tables.live(clusterId).maxSize).toBe(1000n);
  expect(log.join()).toContain('DeleteKey: 403');
});

test('a name that cannot be looked for keeps nothing else from being done', async () => {
  const { cluster, intents, plane, service, bucket, log } = await startSwept();
  intents.deleteBucket('none', { alias: 'calm-otter', until: 0 });
  cluster.failNext('GetBucketInfo', '403');

  await plane.sweep.run({ isFull: false });

  expect(log.join()).toContain('GetBucketInfo: 403');
  expect(service.buckets.usage(bucket.id)).toMatchObject({ bytes: 0n, objects: 0 });
});

test('a hold leaves a key of another installation alone that has the id of a revoked one', async () => {
  const cluster = await startCluster();
  const rollBack = cluster.tables.save();
  const { service, plane, intents, newBucket, newKey } = openControlPlane(cluster);
  const key = await newKey([(await newBucket()).id]);
  await plane.sweep.run({ isFull: true });
  await service.accessKeys.delete(CALLER, key.id);
  // The cluster is that of before, and the service was moved into it another time.
  rollBack();
  const { accessKeyId } = key;
  const secretAccessKey = 'ab'.repeat(32);
  await callAdmin(cluster, 'POST', 'ImportKey', {}, { accessKeyId, secretAccessKey, name: `coffer:other:${key.id}` });
  const unknown = cluster.tables.foreignKey(`coffer:${intents.installation}:unknown`);

  for (let minute = 0; minute < 2; minute++) await plane.sweep.run({ isFull: false });

  expect(plane.obstacles()).toMatchObject([{ reason: 'held' }]);
  expect([accessKeyId, unknown].map((id) => cluster.tables.keys.get(id)?.isDeleted)).toEqual([false, false]);
});

test('a name that only keys have for a bucket is neither its name nor its second name', async () => {
  const { cluster, plane, intents, newBucket, bucket, key, clusterId, sweep } = await startSwept();
  await sweep();
  const there = cluster.tables.live(clusterId);
  const guard = intents.guard(PROJECT) ?? '';
  there.localAliases.delete(guard);
  there.aliases.delete(bucket.alias);
  cluster.tables.aliases.delete(bucket.alias);
  there.localAliases.set(key.accessKeyId, new Set([bucket.alias, bucket.id]));
  // Those that a sweep of a minute measures instead of it.
  for (let made = 0; made < 21; made++) await newBucket();

  await plane.sweep.run({ isFull: false });

  expect([...there.aliases]).toEqual([bucket.alias]);
  expect([...(there.localAliases.get(guard) ?? [])]).toEqual([bucket.id]);
});

test('revoked keys stay on the list for 30 days, whatever one reading of the clock says', async () => {
  const { service, newKey, intents, bucket, wait } = await startSwept();
  const revoke = async () => {
    const { id, accessKeyId } = await newKey([bucket.id]);
    await service.accessKeys.delete(CALLER, id);
    return accessKeyId;
  };
  const keys: string[] = [];
  for (let revoked = 0; revoked < 5; revoked++) keys.push(await revoke());
  wait(9_000 * DAY_MS);
  await revoke();
  wait(-9_000 * DAY_MS);

  expect(keys.filter((each) => intents.isRevoked(each)).length).toBeGreaterThan(2);
  wait(29 * DAY_MS);
  keys.push(await revoke());
  wait(2 * DAY_MS);
  expect(keys.filter((each) => intents.isRevoked(each))).toEqual(keys.slice(-1));
});
