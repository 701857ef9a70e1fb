import { expect, test } from 'vitest';
import { bodyOf, PLAIN, startInFolder } from '../domain/objects/support';

test.each([
  ['secret', 'secrets', 'getValue'],
  ['pull secret', 'pullSecrets', 'getPassword'],
  ['access key', 'accessKeys', 'findSecretAccessKey'],
] as const)('the sealed part of a %s that is not there is an error', (kind, store, read) => {
  const { storage } = startInFolder();
  const { stores } = storage;
  const all = { secrets: stores.secrets, pullSecrets: stores.pullSecrets, accessKeys: stores.accessKeys };

  expect(() => Reflect.get(all[store], read).call(all[store], 'none')).toThrow(
    new Error(`There is no ${kind} with the id "none".`),
  );
});

test('the bytes of a blob that is not there are an error', () => {
  const { storage } = startInFolder();

  expect(() => storage.stores.blobs.content(7)).toThrow(new Error('There is no blob with the id 7.'));
});

test('projects are listed as the start has them, and then the others by name', () => {
  const { storage } = startInFolder();
  const { tokens } = storage.stores;
  tokens.revoke('start');
  tokens.grant('first', ['z', 'y'], 'start');
  tokens.grant('issued', ['b', 'a'], 'issued', true);

  expect(tokens.projectIds()).toEqual(['z', 'y', 'a', 'b', 'project-1']);
  expect(tokens.find('issued')).toEqual({ projectIds: ['b', 'a'], isReadOnly: true });
  expect([tokens.hasProject('a'), tokens.hasProject('c')]).toEqual([true, false]);
  const holder = tokens.holderOf('first');
  const before = holder();
  tokens.revoke('start');
  expect([before, holder()]).toEqual([{ projectIds: ['z', 'y'] }, undefined]);
});

test('permissions and buckets of a key are kept in their order, and a bucket is added at the end', () => {
  const { storage, newBucket } = startInFolder();
  const { accessKeys } = storage.stores;
  const [first, second, third] = [newBucket(), newBucket(), newBucket()];
  const key = { id: 'k', projectId: 'project-1', accessKeyId: 'GK', secretAccessKey: 's', createdAt: 5 };
  const permissions = { read: false, write: true, owner: false };
  accessKeys.insert({ ...key, bucketIds: [second, first], permissions });

  accessKeys.addBucket('k', third);

  expect(accessKeys.findByAccessKeyId('GK')).toEqual({
    ...{ id: 'k', projectId: 'project-1', accessKeyId: 'GK', createdAt: 5, position: 1 },
    ...{ bucketIds: [second, first, third], permissions },
  });
  expect(accessKeys.findSecretAccessKey('k')).toBe('s');
});

test('an upload is found by its whole id only', async () => {
  const { objects, address } = startInFolder();
  const upload = objects.uploads.create(address, PLAIN, { checksum: undefined, accessKeyId: 'k' });
  await objects.uploads.putPart(upload, 1, bodyOf('x'));

  expect(upload.id).toMatch(/^000000000001[0-9a-f]{20}$/);
  for (const id of [upload.id.slice(0, -1), `x${upload.id.slice(1)}`, '', upload.id.slice(0, 12)]) {
    expect(objects.uploads.find(address, id)).toBeUndefined();
  }
  expect(objects.uploads.find({ ...address, key: 'other' }, upload.id)).toBeUndefined();
  expect(objects.uploads.find(address, upload.id)).toEqual(upload);
});
