import { expect, test } from 'vitest';
import { bodyOf, PLAIN, startInFolder, startService } from './support';

const NONE = { checksum: undefined, accessKeyId: 'GK1' };
const bytes = (count: number) => Buffer.alloc(count, 'x');

test('a bucket can be filled to the last byte, and not beyond', async () => {
  const { objects, newBucket } = startService();
  const bucketId = newBucket(100);
  await objects.put({ bucketId, key: 'a' }, PLAIN, bodyOf(bytes(60)));

  const over = objects.put({ bucketId, key: 'b' }, PLAIN, bodyOf(bytes(41)));

  await expect(over).rejects.toMatchObject({
    code: 'quota_exceeded',
    message: "The bucket's quota is 100 bytes, 60 are in use, and 41 more were to be added.",
  });
  await objects.put({ bucketId, key: 'b' }, PLAIN, bodyOf(bytes(40)));
  await objects.put({ bucketId, key: 'empty' }, PLAIN, bodyOf(''));
  expect(objects.usage(bucketId)).toEqual({ bytes: 100n, objects: 3, uploads: 0 });
});

test('a body of unknown length is refused as soon as it is too long', async () => {
  const { objects, newBucket, left } = startInFolder();
  const bucketId = newBucket(1_000_000);
  let taken = 0;
  const chunks = (async function* () {
    for (;;) {
      taken += 100_000;
      yield bytes(100_000);
    }
  })();

  const put = objects.put({ bucketId, key: 'a' }, PLAIN, { ...bodyOf(''), length: undefined, chunks });

  await expect(put).rejects.toMatchObject({ code: 'quota_exceeded' });
  expect(taken).toBeLessThan(2_000_000);
  expect(await left()).toEqual([]);
});

test('an overwrite counts its difference, and one that does not grow is allowed above a lowered quota', async () => {
  const { objects, newBucket, setQuota } = startService();
  const bucketId = newBucket(100);
  const address = { bucketId, key: 'a' };
  await objects.put(address, PLAIN, bodyOf(bytes(90)));

  await objects.put(address, PLAIN, bodyOf(bytes(100)));
  setQuota(bucketId, 10);
  await objects.put(address, PLAIN, bodyOf(bytes(100)));
  await objects.put(address, PLAIN, bodyOf(bytes(50), { announced: false }));
  const growing = objects.put(address, PLAIN, bodyOf(bytes(51)));

  await expect(growing).rejects.toThrow('quota is 10 bytes, 50 are in use, and 1 more were');
  await expect(objects.put({ bucketId, key: 'b' }, PLAIN, bodyOf(bytes(1)))).rejects.toThrow('quota');
  expect(objects.usage(bucketId).bytes).toBe(50n);
});

test('two concurrent bodies cannot share the last space', async () => {
  const { objects, newBucket } = startService();
  const bucketId = newBucket(100);

  const both = await Promise.allSettled(
    ['a', 'b'].map((key) => objects.put({ bucketId, key }, PLAIN, bodyOf(bytes(60), { pieceBytes: 7 }))),
  );

  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(objects.usage(bucketId)).toMatchObject({ bytes: 60n, objects: 1 });
});

test('a copy counts in full in its target, and not in its source', async () => {
  const { objects, newBucket } = startService();
  const source = await objects.put({ bucketId: newBucket(), key: 'a' }, PLAIN, bodyOf(bytes(60)));
  const bucketId = newBucket(100);

  await objects.copy(source, { bucketId, key: 'a' }, PLAIN);

  await expect(objects.copy(source, { bucketId, key: 'b' }, PLAIN)).rejects.toThrow('60 are in use, and 60 more');
  expect((await objects.copy(source, { bucketId, key: 'a' }, PLAIN)).size).toBe(60);
  expect(objects.usage(bucketId)).toMatchObject({ bytes: 60n, objects: 1 });
});

test('an upload counts when it is completed, and is aborted when it does not fit', async () => {
  const { objects, newBucket, left } = startInFolder();
  const bucketId = newBucket(100_000);
  const address = { bucketId, key: 'a' };
  const upload = objects.uploads.create(address, PLAIN, NONE);
  const first = await objects.uploads.putPart(upload, 1, bodyOf(bytes(60_000)));
  const second = await objects.uploads.putPart(upload, 2, bodyOf(bytes(60_000)));
  expect(objects.usage(bucketId)).toEqual({ bytes: 0n, objects: 0, uploads: 1 });

  const complete = () => objects.uploads.complete(upload, [first, second], { etag: 'e-2', checksum: undefined });

  expect(complete).toThrow("The bucket's quota is 100000 bytes, 0 are in use, and 120000 more were to be added.");
  expect(objects.uploads.find(address, upload.id)).toBeUndefined();
  expect(complete).toThrow('was completed or aborted');
  expect(await left()).toEqual([]);
  expect(objects.usage(bucketId)).toEqual({ bytes: 0n, objects: 0, uploads: 0 });
});

test('quota and use need all of 63 bits', async () => {
  const { objects, storage, newBucket } = startService();
  const bucketId = newBucket(2n ** 63n - 1n);
  storage.database.connection.exec(`UPDATE bucket SET used_bytes = ${2n ** 63n - 11n}`);

  const put = objects.put({ bucketId, key: 'a' }, PLAIN, bodyOf(bytes(11)));

  await expect(put).rejects.toThrow('quota is 9223372036854775807 bytes, 9223372036854775797 are in use, and 11 more');
  await objects.put({ bucketId, key: 'a' }, PLAIN, bodyOf(bytes(10)));
  expect(objects.usage(bucketId).bytes).toBe(2n ** 63n - 1n);
});
