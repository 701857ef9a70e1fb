import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { bodyOf, collect, contentOf, md5, PLAIN, startInFolder } from './support';

const NONE = { checksum: undefined, accessKeyId: 'GK1' };
const RESULT = { etag: 'e-2', checksum: undefined };
const ONE = randomBytes(300_000);
const TWO = randomBytes(5_000);

/** The service, and an upload that has begun. */
function begin() {
  const started = startInFolder();
  return { ...started, upload: started.objects.uploads.create(started.address, PLAIN, NONE) };
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
