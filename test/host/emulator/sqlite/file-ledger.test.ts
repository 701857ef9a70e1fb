import { expect, test } from 'vitest';
import { bodyOf, PLAIN, startInFolder } from '../domain/objects/support';

test('the owners of a file are the objects and the unfinished uploads that use its bytes, each once', async () => {
  const { objects, storage, address, newBucket } = startInFolder();
  const large = Buffer.alloc(20_000, 'x');
  const put = await objects.put(address, PLAIN, bodyOf(large));
  await objects.copy(put, { ...address, key: 'ü/copy' }, PLAIN);
  await objects.put({ ...address, key: 'other' }, PLAIN, bodyOf(large));
  const [file = ''] = [...storage.ledger.named().keys()];
  const bucketId = newBucket();
  const upload = objects.uploads.create({ bucketId, key: 'upload' }, PLAIN, { checksum: undefined, accessKeyId: 'k' });
  const digest = async () => ({ etag: 'e', checksum: undefined });
  for (const number of [1, 2]) await objects.uploads.copyPart(upload, number, put, undefined, digest);

  expect(storage.ledger.ownersOf(file).sort()).toEqual(
    [`${address.bucketId}/k`, `${address.bucketId}/ü/copy`, `${bucketId}/upload`].sort(),
  );
  expect([...storage.ledger.named().values()]).toEqual([20_000, 20_000]);
  expect(storage.ledger.ownersOf('nothing')).toEqual([]);
});

test.each([
  [16 * 1024, 0],
  [16 * 1024 + 1, 1],
])('a body of %i bytes has %i files', async (length, count) => {
  const { objects, address, left } = startInFolder();

  await objects.put(address, PLAIN, bodyOf(Buffer.alloc(length)));

  expect(await left()).toHaveLength(count);
});
