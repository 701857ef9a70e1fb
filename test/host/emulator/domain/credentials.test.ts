import { expect, test } from 'vitest';
import { startService } from './objects/support';

const PERMISSIONS = { read: true, write: false, owner: false };

async function startWithKey() {
  const opened = startService();
  const { service, caller, newBucket } = opened;
  const bucketIds = [newBucket(), newBucket()];
  const wanted = { projectId: 'project-1', bucketIds, permissions: PERMISSIONS };
  const created = await service.accessKeys.create(caller, wanted);
  return { ...opened, created, bucketIds };
}

test('a key is found with its secret half by its public id', async () => {
  const { service, created } = await startWithKey();
  const { secretAccessKey, ...key } = created;

  for (const _ of ['looked up', 'remembered']) {
    expect(service.credentials.find(created.accessKeyId)).toEqual({ key, secretAccessKey });
  }
  expect(service.credentials.find('GK0')).toBeUndefined();
});

test('a deleted key is gone at once, even if it was cached', async () => {
  const { service, caller, created } = await startWithKey();
  service.credentials.find(created.accessKeyId);

  await service.accessKeys.delete(caller, created.id);

  expect(service.credentials.find(created.accessKeyId)).toBeUndefined();
});

test('a deleted bucket is removed from a cached key', async () => {
  const { service, caller, created, bucketIds } = await startWithKey();
  const [first = '', second] = bucketIds;
  service.credentials.find(created.accessKeyId);

  await service.buckets.delete(caller, first);

  expect(service.credentials.find(created.accessKeyId)?.key.bucketIds).toEqual([second]);
});
