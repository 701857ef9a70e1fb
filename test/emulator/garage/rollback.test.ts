import { expect, onTestFinished, test } from 'vitest';
import { type ClusterUnderTest, clusters } from './clusters';
import { CALLER, openControlPlane } from './control-plane';

const MINUTE = { isFull: false };

const all = await clusters();

/** A control plane with a bucket, and what a test makes keys with. */
async function start(startCluster: () => Promise<ClusterUnderTest>) {
  const cluster = await startCluster();
  onTestFinished(() => cluster.stop());
  const opened = openControlPlane(cluster, { timeoutMs: 10_000 });
  const bucket = await opened.newBucket();
  const newKey = () => opened.newKey([bucket.id]);
  await opened.plane.sweep.run({ isFull: true });
  /** Whether S3 accepts the key. */
  const isAccepted = async ({ accessKeyId: id }: { accessKeyId: string }) => {
    const { accessKeyId, expired } = await cluster.admin('GET', 'GetKeyInfo', { id });
    return accessKeyId === id && expired === false;
  };
  return { ...opened, cluster, bucket, newKey, isAccepted };
}

test.each(all)('$name: keys that were revoked are revoked again by the sweep after a rollback', async (each) => {
  const { cluster, service, plane, newKey, isAccepted, log } = await start(each.start);
  const key = await newKey();
  const rollBack = await cluster.save();
  await service.accessKeys.delete(CALLER, key.id);
  for (let minute = 0; minute < 3; minute++) await plane.sweep.run(MINUTE);
  await rollBack();
  expect(await isAccepted(key)).toBe(true);

  await plane.sweep.run(MINUTE);

  expect(await isAccepted(key)).toBe(false);
  expect(log.join('\n')).toContain('rolled back');
});

test.each(all)('$name: a sweep of a minute compares every bucket after a rollback', async (each) => {
  const { cluster, bucket, newBucket, plane, intents, newKey } = await start(each.start);
  const kept = await newKey();
  const ids = [bucket.id];
  // More than a sweep of a minute measures.
  for (let made = 0; made < 20; made++) ids.push((await newBucket()).id);
  const rollBack = await cluster.save();
  await plane.sweep.run(MINUTE);
  const later = await newBucket();
  await rollBack();
  const since = Date.now();

  await plane.sweep.run(MINUTE);

  expect(ids.filter((id) => (intents.use(id)?.at ?? 0) < since)).toEqual([]);
  expect(intents.findBucket(later.id)?.isMissing).toBe(true);
  expect(intents.findKey(kept.id)?.isMissing).toBe(false);
});

test.each(all)('$name: a revoked key that is back under the last signature is found within a minute', async (each) => {
  const { cluster, service, plane, newKey, isAccepted, log } = await start(each.start);
  const key = await newKey();
  const rollBack = await cluster.save();
  await service.accessKeys.delete(CALLER, key.id);
  await rollBack();

  await plane.sweep.run(MINUTE);

  expect(await isAccepted(key)).toBe(false);
  expect(log.join('\n')).not.toContain('rolled back');
});

test.each(all)('$name: a deleted bucket that a rollback brings back is named, and stays', async (each) => {
  const { cluster, service, plane, intents, log, newBucket } = await start(each.start);
  const bucket = await newBucket();
  const clusterId = intents.findBucket(bucket.id)?.clusterId ?? '';
  const rollBack = await cluster.save();
  await service.buckets.delete(CALLER, bucket.id);
  for (let minute = 0; minute < 3; minute++) await plane.sweep.run(MINUTE);
  await rollBack();

  await plane.sweep.run(MINUTE);
  await plane.sweep.run(MINUTE);

  expect(log.filter((line) => line.includes(bucket.id) && line.includes('reconcile'))).toHaveLength(1);
  expect((await cluster.admin('GET', 'GetBucketInfo', { id: clusterId })).id).toBe(clusterId);
  await newBucket();
});

test.each(all)('$name: a hold revokes keys, also those that a rollback brings back', async (each) => {
  const { cluster, service, plane, newBucket, newKey, isAccepted, backUp, close } = await start(each.start);
  const [revoked, live] = [await newKey(), await newKey()];
  const unknown = await newBucket();
  const rollBack = await cluster.save();
  await service.accessKeys.delete(CALLER, revoked.id);
  await service.buckets.delete(CALLER, unknown.id);
  await plane.sweep.run(MINUTE);
  const folder = backUp();
  await close();
  await rollBack();
  expect(await isAccepted(revoked)).toBe(true);

  const restored = openControlPlane(cluster, { folder, timeoutMs: 10_000 });
  await restored.plane.sweep.run(MINUTE);
  await restored.service.accessKeys.delete(CALLER, live.id);

  expect(restored.plane.obstacles()).toMatchObject([{ reason: 'held' }]);
  expect([await isAccepted(revoked), await isAccepted(live)]).toEqual([false, false]);
  expect(restored.log.join('\n')).toContain(unknown.id);
});
