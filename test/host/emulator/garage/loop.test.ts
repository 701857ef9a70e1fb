import { expect, test } from 'vitest';
import { ALL, CALLER, expectAgreement, openControlPlane, READ, startCluster } from './control-plane';

test('a live bucket and a live key that are gone are reported and not listed, and nothing is created anew', async () => {
  const cluster = await startCluster();
  const opened = openControlPlane(cluster);
  const { service, plane, newBucket, newKey, clusterIdOf } = opened;
  const [bucket, kept] = [await newBucket(), await newBucket()];
  const key = await newKey([bucket.id]);
  const [clusterId, listedKey] = [clusterIdOf(bucket.id), cluster.tables.keys.get(key.accessKeyId)];
  cluster.tables.bury(cluster.tables.live(clusterId));
  Object.assign(listedKey ?? {}, { isDeleted: true });
  cluster.calls.length = 0;

  await plane.loop.run();
  await plane.loop.run();

  const says = [
    `The bucket ${bucket.alias} (${clusterId}) is gone, and was not deleted here.`,
    `The access key ${key.accessKeyId} is gone, and was not deleted here.`,
  ];
  expect(plane.problems).toEqual(says);
  expect(opened.log).toEqual(says.map((line) => `storage cluster: ${line}`));
  expect(cluster.calls.filter((call) => /Create|Import/.test(call))).toEqual([]);
  expect(service.buckets.list(CALLER, {}).items.map(({ id }) => id)).toEqual([kept.id]);
  expect(service.accessKeys.list(CALLER, {}).items).toEqual([]);
  await expect(newKey([bucket.id])).rejects.toMatchObject({ code: 'not_found' });
  await expect(
    service.buckets.update(CALLER, { id: bucket.id, maxSize: 1n, description: undefined }),
  ).rejects.toMatchObject({ code: 'not_found' });

  await service.buckets.delete(CALLER, bucket.id);
  await service.accessKeys.delete(CALLER, key.id);
  await plane.loop.run();
  expect(plane.problems).toEqual([]);
  expectAgreement(opened, cluster);
});

test('rights that are wider or narrower than the row, another quota and a lost alias are put right', async () => {
  const cluster = await startCluster();
  const opened = openControlPlane(cluster);
  const { plane, newBucket, newKey, clusterIdOf } = opened;
  const [one, other] = [await newBucket(), await newBucket()];
  const [wide, narrow] = [await newKey([one.id], READ), await newKey([one.id, other.id], ALL)];
  const [first, second] = [one, other].map(({ id }) => cluster.tables.live(clusterIdOf(id)));
  const grant = (bucket: typeof first, accessKeyId: string, permissions: typeof ALL) => {
    bucket?.grants.set(accessKeyId, permissions);
    cluster.tables.keys.get(accessKeyId)?.grants.set(bucket?.id ?? '', permissions);
  };
  grant(first, wide.accessKeyId, ALL);
  grant(second, wide.accessKeyId, READ);
  grant(first, narrow.accessKeyId, { ...ALL, write: false });
  Object.assign(second ?? {}, { maxSize: null });
  cluster.tables.aliases.delete(other.alias);
  second?.aliases.clear();

  await plane.loop.run();

  expectAgreement(opened, cluster);
  expect(plane.problems).toHaveLength(4);
  await plane.loop.run();
  expect(plane.problems).toEqual([]);
});

test('a revoked key that is back is deleted again for 30 days; then its row is forgotten', async () => {
  const cluster = await startCluster();
  let now = Date.now();
  const opened = openControlPlane(cluster, { now: () => now });
  const { service, plane, newKey, rows } = opened;
  const key = await newKey();
  await service.accessKeys.delete(CALLER, key.id);
  const back = cluster.tables.keys.get(key.accessKeyId);
  Object.assign(back ?? {}, { isDeleted: false, expiration: null });

  await plane.loop.run();

  expect(back?.isDeleted).toBe(true);
  expect(plane.problems).toEqual([`The access key ${key.accessKeyId} was revoked, and was back: it is deleted again.`]);
  now += 31 * 24 * 3_600_000;
  await plane.loop.run();
  expect(rows.keys()).toEqual([]);
});

test('what no row knows is listed, and never touched', async () => {
  const cluster = await startCluster();
  const opened = openControlPlane(cluster);
  await opened.newBucket();
  const named = cluster.tables.foreignBucket('of-somebody');
  const nameless = cluster.tables.foreignBucket();
  const ours = cluster.tables.foreignKey(opened.rows.keyName('unknown'));
  const foreign = cluster.tables.foreignKey('of-somebody');
  const before = structuredClone(cluster.state());

  await opened.plane.loop.run();

  expect([...opened.plane.problems].sort()).toEqual(
    [
      `The cluster has the access key ${ours} (${opened.rows.keyName('unknown')}), which no row knows.`,
      `The cluster has the bucket ${named} (of-somebody), which no row knows.`,
      `The cluster has the bucket ${nameless} (without an alias), which no row knows.`,
    ].sort(),
  );
  expect(opened.plane.problems.join()).not.toContain(foreign);
  expect(cluster.state()).toEqual(before);
  for (let more = 0; more < 30; more++) cluster.tables.foreignBucket();
  await opened.plane.loop.run();
  expect(opened.plane.problems).toHaveLength(21);
  expect(opened.plane.problems.at(-1)).toBe('The cluster has 13 more buckets and keys that no row knows.');
});

test('a restored old database resurrects nothing, and lists what it does not know', async () => {
  const cluster = await startCluster();
  const opened = openControlPlane(cluster);
  const { service, newBucket, newKey } = opened;
  const [deleted, kept] = [await newBucket(), await newBucket()];
  const [revoked, live] = [await newKey([deleted.id, kept.id]), await newKey([kept.id])];
  const folder = opened.backUp();
  await service.buckets.delete(CALLER, deleted.id);
  await service.accessKeys.delete(CALLER, revoked.id);
  const [newer, newerKey] = [await newBucket(), await newKey([kept.id])];
  await service.buckets.update(CALLER, { id: kept.id, maxSize: 77n, description: undefined });
  const newerId = opened.clusterIdOf(newer.id);
  await opened.close();
  cluster.calls.length = 0;

  const restored = openControlPlane(cluster, { folder });
  await restored.plane.loop.run();

  expect(cluster.calls.filter((call) => /Create|Import|Delete/.test(call))).toEqual([]);
  expect(restored.service.buckets.list(CALLER, {}).items.map(({ id }) => id)).toEqual([kept.id]);
  expect(restored.service.accessKeys.list(CALLER, {}).items.map(({ id }) => id)).toEqual([live.id]);
  // The quota of the backup is what the service has decided, as far as it knows.
  expect(cluster.tables.live(restored.clusterIdOf(kept.id)).maxSize).toBe(1000n);
  const told = restored.plane.problems.join('\n');
  for (const id of [deleted.alias, revoked.accessKeyId, newerId, newerKey.accessKeyId]) expect(told).toContain(id);
});

test('a key that was being created at the time of the backup is revoked, as nobody is known to have it', async () => {
  const cluster = await startCluster();
  const opened = openControlPlane(cluster);
  const { id } = await opened.newBucket();
  let folder = '';
  cluster.onCall = (operation) => {
    if (operation === 'AllowBucketKey') folder = opened.backUp();
  };
  const key = await opened.newKey([id]);
  await opened.close();

  const restored = openControlPlane(cluster, { folder });
  await restored.plane.loop.run();

  expect(cluster.tables.keys.get(key.accessKeyId)?.isDeleted).toBe(true);
  expectAgreement(restored, cluster);
});

test('nothing is changed in another cluster, and everything goes on when the right one is back', async () => {
  const [cluster, wrong] = [await startCluster(), await startCluster()];
  const opened = openControlPlane(cluster);
  const { id } = await opened.newBucket();
  const key = await opened.newKey([id]);
  await opened.close();
  const theirs = wrong.tables.foreignBucket('theirs');

  const there = openControlPlane({ url: wrong.url, token: wrong.token }, { folder: opened.folder });
  await there.plane.loop.run();

  expect(there.plane.problems).toEqual([expect.stringMatching(/^This is not the cluster that the data folder/)]);
  const refused = expect.objectContaining({ code: 'unavailable' });
  await expect(there.newBucket()).rejects.toEqual(refused);
  await expect(there.newKey([id])).rejects.toEqual(refused);
  await expect(there.service.buckets.delete(CALLER, id)).rejects.toEqual(refused);
  await expect(there.service.accessKeys.delete(CALLER, key.id)).rejects.toEqual(refused);
  expect(new Set(wrong.calls)).toEqual(new Set(['GetKeyInfo']));
  expect(wrong.state().buckets.map((bucket) => bucket.id)).toEqual([theirs]);
  await there.close();

  const back = openControlPlane(cluster, { folder: opened.folder });
  await back.plane.loop.run();
  expectAgreement(back, cluster);
  expect(back.stores.buckets.list(['project-1'])).toEqual([]);
});

test('the proof is one key, although the response to its import is lost, or it is deleted before it was seen', async () => {
  const cluster = await startCluster();
  cluster.failNext('ImportKey', '503-after-effect');
  const opened = openControlPlane(cluster);

  await opened.newBucket();

  expect(cluster.state().keys.map(({ name }) => name)).toEqual([opened.rows.keyName('proof')]);
  const { accessKeyId = '' } = opened.rows.proof ?? {};
  expect(opened.rows.proof?.isConfirmed).toBe(true);
  opened.rows.proof = { accessKeyId, isConfirmed: false };
  Object.assign(cluster.tables.keys.get(accessKeyId) ?? {}, { isDeleted: true });
  await opened.plane.loop.run();
  expect(opened.rows.proof?.accessKeyId).not.toBe(accessKeyId);
  expectAgreement(opened, cluster);
});

test('one that fails does not keep the others from their turn', async () => {
  const cluster = await startCluster();
  const opened = openControlPlane(cluster);
  const buckets = [await opened.newBucket(), await opened.newBucket()];
  for (const { id } of buckets) opened.rows.moveBucket(id, 'live', 'deleting');
  cluster.failNext('DeleteBucket', '403');

  await opened.plane.loop.run();

  expect(cluster.state().buckets).toHaveLength(1);
  expect(opened.plane.problems).toEqual([expect.stringMatching(/^A call failed: DeleteBucket: .* 403 AccessDenied/)]);
  await opened.plane.loop.run();
  expectAgreement(opened, cluster);
});
