import { expect, onTestFinished, test } from 'vitest';
import { type ClusterUnderTest, clusters } from './clusters';
import { ALL, CALLER, openControlPlane, PROJECT } from './control-plane';

const MINUTE = { isFull: false };

const all = await clusters();

/** A control plane with two buckets and a key for both, the first of which somebody deletes in the cluster. */
async function start(startCluster: () => Promise<ClusterUnderTest>) {
  const cluster = await startCluster();
  onTestFinished(() => cluster.stop());
  const opened = openControlPlane(cluster, { timeoutMs: 10_000 });
  const { service, plane, intents, newBucket, newKey } = opened;
  await plane.sweep.run({ isFull: true });
  const [bucket, other] = [await newBucket(), await newBucket()];
  const key = await newKey([bucket.id, other.id]);
  const deleteBucket = async () => {
    await cluster.admin('POST', 'DeleteBucket', { id: intents.findBucket(bucket.id)?.clusterId ?? '' });
  };
  const listed = () => ({
    buckets: service.buckets.list(CALLER, {}).items.map(({ id }) => id),
    keys: service.accessKeys.list(CALLER, {}).items.map(({ id }) => id),
  });
  return { ...opened, cluster, bucket, other, key, deleteBucket, listed };
}

test.each(all)('$name: what was deleted there by hand is in no list a minute later', async (each) => {
  const { cluster, plane, service, newBucket, bucket, other, key, deleteBucket, listed } = await start(each.start);
  // More than a sweep of a minute measures, and more than a page.
  const more = [];
  for (let made = 0; made < 21; made++) more.push((await newBucket()).id);
  await plane.sweep.run(MINUTE);
  expect(listed()).toEqual({ buckets: [bucket.id, other.id, ...more], keys: [key.id] });

  await deleteBucket();
  await cluster.admin('POST', 'DeleteKey', { id: key.accessKeyId });
  await plane.sweep.run(MINUTE);

  expect(listed()).toEqual({ buckets: [other.id, ...more], keys: [] });
  const page = service.buckets.list(CALLER, { limit: 1 });
  expect(page.items.map(({ id }) => id)).toEqual([other.id]);
  expect(service.buckets.list(CALLER, { limit: 1, after: page.next }).items.map(({ id }) => id)).toEqual([more[0]]);
});

test.each(all)('$name: a gone bucket is not changed, gets no key, and is deleted with its keys', async (each) => {
  const { service, plane, intents, bucket, other, key, newKey, deleteBucket, listed } = await start(each.start);
  await deleteBucket();
  await plane.sweep.run(MINUTE);

  const change = { id: bucket.id, maxSize: 1000n, description: 'another' };
  await expect(async () => service.buckets.update(CALLER, change)).rejects.toMatchObject({ code: 'not_found' });
  await expect(async () => newKey([bucket.id])).rejects.toMatchObject({
    code: 'not_found',
    message: expect.stringContaining(bucket.id),
  });
  await service.accessKeys.delete(CALLER, key.id);
  await service.buckets.delete(CALLER, bucket.id);

  expect(intents.findBucket(bucket.id)).toBeUndefined();
  expect(listed()).toEqual({ buckets: [other.id], keys: [] });
});

test.each(all)(
  '$name: a key of a bucket that has just gone is refused, and the bucket leaves the list',
  async (each) => {
    const { bucket, other, newKey, deleteBucket, listed } = await start(each.start);
    await deleteBucket();

    await expect(newKey([bucket.id])).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining(bucket.id),
    });

    expect(listed().buckets).toEqual([other.id]);
  },
);

test.each(all)('$name: what is gone is deleted although no sweep has met it', async (each) => {
  const { cluster, service, intents, bucket, other, key, deleteBucket, listed } = await start(each.start);
  await deleteBucket();
  await cluster.admin('POST', 'DeleteKey', { id: key.accessKeyId });

  await service.accessKeys.delete(CALLER, key.id);
  await service.buckets.delete(CALLER, bucket.id);

  expect(intents.keys()).toEqual([]);
  expect(listed()).toEqual({ buckets: [other.id], keys: [] });
});

test.each(all)('$name: a name that an owner took away is back a minute later', async (each) => {
  const { cluster, plane, newBucket, newKey, bucket } = await start(each.start);
  await newKey([bucket.id], ALL);
  // Those that a sweep of a minute measures instead of it.
  for (let made = 0; made < 40; made++) await newBucket();
  await plane.sweep.run(MINUTE);
  await cluster.deleteOverS3(bucket.alias);

  await plane.sweep.run(MINUTE);

  const { globalAliases } = await cluster.admin('GET', 'GetBucketInfo', { globalAlias: bucket.alias });
  expect(globalAliases).toEqual([bucket.alias]);
});

test.each(all)('$name: the second name of a bucket that lost it is back a minute later', async (each) => {
  const { cluster, plane, intents, service, bucket, other } = await start(each.start);
  await service.buckets.delete(CALLER, other.id);
  const secondNames = async (): Promise<string[]> => {
    const { keys } = await cluster.admin('GET', 'GetBucketInfo', { globalAlias: bucket.alias });
    return keys.flatMap((key: { bucketLocalAliases: string[] }) => key.bucketLocalAliases);
  };
  await cluster.admin('POST', 'DeleteKey', { id: intents.guard(PROJECT) ?? '' });
  expect(await secondNames()).toEqual([]);

  await plane.sweep.run(MINUTE);

  expect(await secondNames()).toEqual([bucket.id]);
});
