import { expect, test } from 'vitest';
import { DomainError } from '../../../../emulator/domain/errors';
import { ALL, CALLER, expectAgreement, openControlPlane, PROJECT, READ, startCluster } from './control-plane';

test('buckets and keys are created, changed and deleted in the cluster', async () => {
  const cluster = await startCluster();
  const opened = openControlPlane(cluster);
  const { service, newBucket, newKey } = opened;

  const [bucket, other] = [await newBucket(), await newBucket(2n ** 63n - 1n)];
  const key = await newKey([bucket.id, other.id], ALL);
  await newKey([other.id], READ);
  await service.buckets.update(CALLER, { id: bucket.id, maxSize: 5n, description: undefined });

  expectAgreement(opened, cluster);
  expect(cluster.tables.keys.get(key.accessKeyId)?.secretAccessKey).toBe(key.secretAccessKey);
  expect(opened.stores.accessKeys.findSecretAccessKey(key.id)).toBeUndefined();

  await service.accessKeys.delete(CALLER, key.id);
  await service.buckets.delete(CALLER, bucket.id);

  expectAgreement(opened, cluster);
  expect(cluster.state().buckets).toHaveLength(1);
  await opened.plane.loop.run();
  expect(opened.plane.problems).toEqual([]);
  expect(opened.log).toEqual([]);
});

test('a bucket that holds objects is not deleted, keeps its uploads, and stays live', async () => {
  const cluster = await startCluster();
  const opened = openControlPlane(cluster);
  const { id } = await opened.newBucket();
  const clusterId = opened.clusterIdOf(id);
  cluster.tables.putObject(clusterId);
  cluster.tables.startUpload(clusterId);

  await expect(opened.service.buckets.delete(CALLER, id)).rejects.toMatchObject({ code: 'not_empty' });

  expect(opened.rows.bucket(id)?.state).toBe('live');
  expect(cluster.tables.live(clusterId).unfinishedUploads).toBe(1n);
  cluster.tables.emptyBucket(clusterId);
  await opened.service.buckets.delete(CALLER, id);
  expectAgreement(opened, cluster);
});

test('while the cluster is silent, a bucket is an id without alias, and all else is 503, also when it is repeated', async () => {
  const cluster = await startCluster();
  const opened = openControlPlane(cluster, { timeLimitMs: 1_500, timeoutMs: 500 });
  const { service, plane, newBucket, newKey, rows } = opened;
  const [kept, deleted] = [await newBucket(), await newBucket()];
  const key = await newKey([kept.id]);
  cluster.isSilent = true;
  const unavailable = expect.objectContaining({ code: 'unavailable' });
  const update = () => service.buckets.update(CALLER, { id: kept.id, maxSize: 7n, description: undefined });

  const created = await newBucket();
  for (const _ of ['once', 'again']) {
    const deletes = [service.buckets.delete(CALLER, deleted.id), service.accessKeys.delete(CALLER, key.id)];
    const outcomes = await Promise.allSettled([newKey([kept.id]), update(), ...deletes]);
    expect(outcomes).toEqual(Array(4).fill({ status: 'rejected', reason: unavailable }));
  }

  const shown = () => service.buckets.list(CALLER, {}).items.find(({ id }) => id === created.id);
  expect([created.showsAlias, shown()?.showsAlias]).toEqual([false, false]);
  await plane.loop.run();
  expect(plane.problems).toEqual([expect.stringMatching(/^A call failed: GetKeyInfo: .*: no response in time$/)]);

  cluster.isSilent = false;
  // A busy machine may exceed the short time limit of a call again.
  await expect.poll(() => plane.loop.run().then(() => plane.problems)).toEqual([]);

  expect(shown()?.showsAlias).toBe(true);
  await update();
  await expect(service.buckets.delete(CALLER, deleted.id)).rejects.toMatchObject({ code: 'not_found' });
  await expect(service.accessKeys.delete(CALLER, key.id)).rejects.toMatchObject({ code: 'not_found' });
  expectAgreement(opened, cluster);
  expect(rows.keys().map(({ state }) => state)).toEqual(['revoked', 'revoked', 'revoked']);
});

test('a bucket that the cluster refuses is not there, and no client was told of it', async () => {
  const cluster = await startCluster();
  const opened = openControlPlane(cluster);
  await opened.newBucket();
  cluster.failNext('CreateBucket', '403');

  await expect(opened.newBucket()).rejects.toMatchObject({ code: 'unavailable' });

  expect(opened.service.buckets.list(CALLER, {}).items).toHaveLength(1);
  await opened.plane.loop.run();
  expectAgreement(opened, cluster);
  expect(cluster.state().buckets).toHaveLength(1);
});

test('an alias that somebody else has is not taken over: a used bucket, an older one, one of ours', async () => {
  const cluster = await startCluster();
  const opened = openControlPlane(cluster);
  const { newBucket, stores, rows } = opened;
  const theirs = await newBucket();
  const old = new Date(Date.now() - 3_600_000);
  const aliases = ['calm-otter-000001', 'calm-otter-000002', 'calm-otter-000003'] as const;
  const [full, opened2, older] = [
    cluster.tables.foreignBucket(aliases[0]),
    cluster.tables.foreignBucket(aliases[1]),
    cluster.tables.foreignBucket(aliases[2], old),
  ];
  cluster.tables.putObject(full);
  cluster.tables.live(opened2).grants.set(cluster.tables.foreignKey('theirs'), READ);
  const before = [full, opened2, older].map((id) => structuredClone(cluster.tables.live(id)));

  for (const alias of aliases) {
    const id = `id of ${alias}`;
    const times = { createdAt: 0, updatedAt: 0, settled: true };
    await opened.plane.createBucket({ id, alias, projectId: PROJECT, maxSize: 5n, description: null, ...times });
    expect(stores.buckets.find(id)?.alias).not.toBe(alias);
  }

  expect([full, opened2, older].map((id) => cluster.tables.live(id))).toEqual(before);
  expect(rows.buckets().map(({ state }) => state)).toEqual(['live', 'live', 'live', 'live']);
  expect(new Set(rows.buckets().map(({ clusterId }) => clusterId)).size).toBe(4);
  expect(rows.bucket(theirs.id)?.state).toBe('live');
});

test('a key for a bucket that is being created waits for it; for one that is being deleted it is refused', async () => {
  const cluster = await startCluster();
  const opened = openControlPlane(cluster, { timeLimitMs: 3_000, timeoutMs: 500 });
  const { rows, newBucket, newKey } = opened;
  await newBucket();
  cluster.failNext('CreateBucket', 'timeout');
  const [bucket] = await Promise.all([newBucket()]);
  const gone = await newBucket();
  rows.moveBucket(gone.id, 'live', 'deleting');

  const key = await newKey([bucket.id], ALL);

  expect(key.bucketIds).toEqual([bucket.id]);
  await expect(newKey([gone.id])).rejects.toEqual(
    new DomainError('conflict', `These buckets are not ready: ${gone.id}.`, 'bucket_ids'),
  );
  await opened.plane.loop.run();
  expectAgreement(opened, cluster);
});

test('with the owner permission a key gets all three bits, and its row keeps what was asked for', async () => {
  const cluster = await startCluster();
  const { newBucket, newKey, clusterIdOf } = openControlPlane(cluster);
  const { id } = await newBucket();

  const key = await newKey([id], { read: false, write: false, owner: true });

  expect(key.permissions).toEqual({ read: false, write: false, owner: true });
  expect(cluster.tables.live(clusterIdOf(id)).grants.get(key.accessKeyId)).toEqual(ALL);
});

test('work on one bucket never overlaps', async () => {
  const cluster = await startCluster();
  const opened = openControlPlane(cluster);
  const { id } = await opened.newBucket();

  const sizes = [2n, 3n, 4n, 5n];
  await Promise.all(
    sizes.map((maxSize) => opened.service.buckets.update(CALLER, { id, maxSize, description: undefined })),
  );

  expectAgreement(opened, cluster);
});
