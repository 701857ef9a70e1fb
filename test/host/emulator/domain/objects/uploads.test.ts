import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Listing } from '../../../../../emulator/domain/objects/listing';
import type { Upload } from '../../../../../emulator/domain/objects/records';
import { bodyOf, brokenBody, collect, contentOf, md5, PLAIN, startInFolder, startService } from './support';

const NONE = { checksum: undefined, accessKeyId: 'GK1' };
const RESULT = { etag: 'e-2', checksum: undefined };
const ONE = randomBytes(300_000);
const TWO = randomBytes(5_000);

/** The service, and an upload that has begun. */
function begin() {
  const started = startInFolder();
  return { ...started, upload: started.objects.uploads.create(started.address, PLAIN, NONE) };
}

/** Computes the digest of what is copied, as a caller does. */
async function digestOf(bytes: AsyncIterable<Uint8Array>) {
  return { etag: md5(await collect(bytes)), checksum: undefined };
}

test('selected parts become one object in their order; the others and the upload are deleted', async () => {
  const { service, objects, storage, left, address } = startInFolder();
  const upload = objects.uploads.create(address, { headers: {}, metadata: { m: '1' } }, NONE);
  await objects.uploads.putPart(upload, 2, bodyOf('replaced'));
  const checksum = { algorithm: 'CRC32', type: 'FULL_OBJECT', value: 'AAAAAA==' } as const;
  const second = await objects.uploads.putPart(upload, 2, {
    ...bodyOf(TWO),
    digest: () => ({ etag: md5(TWO), checksum }),
  });
  const first = await objects.uploads.putPart(upload, 1, bodyOf(ONE));
  await objects.uploads.putPart(upload, 3, bodyOf(randomBytes(100_000)));
  expect(await left()).toHaveLength(2);

  const made = objects.uploads.complete(upload, [first, second], RESULT);
  await storage.files.idle();

  expect(made).toMatchObject({
    metadata: { m: '1' },
    size: ONE.length + TWO.length,
    etag: 'e-2',
    parts: [
      { number: 1, size: ONE.length, checksum: undefined },
      { number: 2, size: TWO.length, checksum },
    ],
  });
  expect((await contentOf(service, address))?.bytes.equals(Buffer.concat([ONE, TWO]))).toBe(true);
  const across = { first: ONE.length - 3, last: ONE.length + 2 };
  expect(await collect(objects.read(made, across))).toEqual(Buffer.concat([ONE.subarray(-3), TWO.subarray(0, 3)]));
  expect(await left()).toHaveLength(1);
  expect(objects.uploads.find(address, upload.id)).toBeUndefined();
  expect(objects.usage(address.bucketId)).toEqual({ bytes: BigInt(made.size), objects: 1, uploads: 0 });
});

test('the object of a completed upload is found by it as long as it is the current one', async () => {
  const { objects, address, upload } = begin();
  const made = objects.uploads.complete(upload, [await objects.uploads.putPart(upload, 1, bodyOf(TWO))], RESULT);

  expect(objects.findCompleted(address, upload.id)).toEqual(made);
  expect(objects.findCompleted({ ...address, key: 'other' }, upload.id)).toBeUndefined();
  await objects.put(address, PLAIN, bodyOf('x'));
  expect(objects.findCompleted(address, upload.id)).toBeUndefined();
});

test('completing fails, changing nothing, for a part that was replaced meanwhile and by its condition', async () => {
  const { objects, address, upload } = begin();
  const old = await objects.uploads.putPart(upload, 1, bodyOf('old'));
  const now = await objects.uploads.putPart(upload, 1, bodyOf('new'));
  const condition = () => {
    throw new Error('precondition failed');
  };

  expect(() => objects.uploads.complete(upload, [old], RESULT)).toThrow('Part 1 of the upload');
  expect(() => objects.uploads.complete(upload, [{ ...now, number: 2 }], RESULT)).toThrow('Part 2 of the upload');
  expect(() => objects.uploads.complete(upload, [now], RESULT, { condition })).toThrow('precondition failed');

  expect(objects.find(address)).toBeUndefined();
  expect(objects.uploads.parts(upload, { after: 0, limit: 10 }).parts).toEqual([now]);
});

test('a part for an upload that is gone, or ends meanwhile, is not found, and leaves nothing behind', async () => {
  const { objects, left, upload } = begin();
  const body = bodyOf(ONE);
  const chunks = (async function* () {
    yield* body.chunks;
    objects.uploads.abort(upload);
  })();

  await expect(objects.uploads.putPart(upload, 1, { ...body, chunks })).rejects.toMatchObject({ code: 'not_found' });
  await expect(objects.uploads.putPart(upload, 1, bodyOf(TWO))).rejects.toMatchObject({ code: 'not_found' });
  objects.uploads.abort(upload);

  expect(await left()).toEqual([]);
});

test('a part whose body fails keeps the previous one', async () => {
  const { objects, left, upload } = begin();
  const before = await objects.uploads.putPart(upload, 1, bodyOf(ONE));

  await expect(objects.uploads.putPart(upload, 1, brokenBody(ONE, new Error('cut')))).rejects.toThrow('cut');

  expect(objects.uploads.parts(upload, { after: 0, limit: 10 }).parts).toEqual([before]);
  expect(await left()).toHaveLength(1);
});

test('a part copied from a range moves no bytes, even if its source is deleted while it is read', async () => {
  const { service, objects, storage, left, address } = startInFolder();
  const source = await objects.put({ ...address, key: 'source' }, PLAIN, bodyOf(ONE));
  const upload = objects.uploads.create(address, PLAIN, NONE);
  const range = { first: 1_000, last: 250_999 };

  const first = await objects.uploads.copyPart(upload, 1, source, range, async (bytes) => {
    objects.delete(source);
    return digestOf(bytes);
  });
  const second = await objects.uploads.putPart(upload, 2, bodyOf(TWO));
  objects.uploads.complete(upload, [first, second], RESULT);
  await storage.files.idle();

  const expected = Buffer.concat([ONE.subarray(1_000, 251_000), TWO]);
  expect(first).toMatchObject({ number: 1, size: 250_000, etag: md5(ONE.subarray(1_000, 251_000)) });
  expect((await contentOf(service, address))?.bytes.equals(expected)).toBe(true);
  expect(await left()).toHaveLength(1);
  objects.delete(address);
  expect(await left()).toEqual([]);
});

test('a whole object can be copied as a part, and a failed digest leaves nothing', async () => {
  const { objects, newBucket } = startService();
  const address = { bucketId: newBucket(), key: 'k' };
  const source = await objects.put(address, PLAIN, bodyOf(ONE));
  const upload = objects.uploads.create(address, PLAIN, NONE);

  const failed = objects.uploads.copyPart(upload, 1, source, undefined, async () => {
    throw new Error('digest failed');
  });

  await expect(failed).rejects.toThrow('digest failed');
  expect(objects.uploads.parts(upload, { after: 0, limit: 10 }).parts).toEqual([]);
  expect(await objects.uploads.copyPart(upload, 1, source, undefined, digestOf)).toMatchObject({ etag: source.etag });
});

test('uploads are listed by key, then by beginning, and the list continues after an upload that is gone', () => {
  const { objects, newBucket } = startService();
  const bucketId = newBucket();
  const begin = (key: string) => objects.uploads.create({ bucketId, key }, PLAIN, NONE);
  const [b1, a1, b2, , b3] = ['b', 'a', 'b', 'dir/x', 'b'].map(begin) as [Upload, Upload, Upload, Upload, Upload];
  begin('dir/y');
  const list = (query: Partial<Parameters<typeof objects.uploads.list>[1]>) => {
    const all = { prefix: '', delimiter: undefined, after: '', afterUploadId: undefined, limit: 100 };
    return objects.uploads.list(bucketId, { ...all, ...query });
  };
  const show = ({ entries }: Listing<Upload>) => entries.map((e) => (e.kind === 'item' ? e.item.id : e.prefix));

  objects.uploads.abort(b1);

  expect(show(list({ delimiter: '/' }))).toEqual([a1.id, b2.id, b3.id, 'dir/']);
  expect(show(list({ after: 'a', delimiter: '/' }))).toEqual([b2.id, b3.id, 'dir/']);
  expect(show(list({ after: 'b', delimiter: '/' }))).toEqual(['dir/']);
  expect(show(list({ after: 'b', afterUploadId: b1.id, limit: 1 }))).toEqual([b2.id]);
  expect(show(list({ after: 'b', afterUploadId: b2.id, delimiter: '/' }))).toEqual([b3.id, 'dir/']);
  expect(list({ after: 'b', afterUploadId: b2.id, delimiter: '/', limit: 1 }).isTruncated).toBe(true);
  expect(list({ after: 'b', afterUploadId: b2.id, delimiter: '/', limit: 2 }).isTruncated).toBe(false);
});
