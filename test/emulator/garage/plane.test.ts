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
