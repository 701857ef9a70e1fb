import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { bodyOf, brokenBody, collect, contentOf, md5, PLAIN, startInFolder, startService } from './support';

const SMALL = Buffer.from('a few bytes');
const LARGE = randomBytes(1_500_000);

describe.each([
  ['nothing', Buffer.alloc(0), 0],
  ['a small object', SMALL, 0],
  ['a large object', LARGE, 1],
] as const)('%s', (_, bytes, files) => {
  test('is read as it was put, completely and in ranges, and is gone when deleted', async () => {
    const { service, objects, clock, newBucket, left } = startInFolder();
    clock.freeze();
    clock.set(1_000);
    const address = { bucketId: newBucket(), key: 'a/ü/\0/😀' };
    const attributes = { headers: { 'content-type': 'text/plain' }, metadata: { 'a-b': 'ü' } };

    const put = await objects.put(address, attributes, bodyOf(bytes));
    const found = await contentOf(service, address);

    expect(put).toEqual({
      ...address,
      ...attributes,
      version: put.version,
      size: bytes.length,
      etag: md5(bytes),
      checksum: undefined,
      lastModified: 1_000,
      parts: undefined,
    });
    expect(found?.object).toEqual(put);
    expect(found?.bytes.equals(bytes)).toBe(true);
    expect(await left()).toHaveLength(files);
    expect(objects.usage(address.bucketId)).toEqual({ bytes: BigInt(bytes.length), objects: 1, uploads: 0 });
    for (const [first, last] of [
      [0, 0],
      [3, 9],
      [bytes.length - 1, bytes.length - 1],
      [600_000, 1_200_000],
    ] as const) {
      if (last >= bytes.length || first < 0) continue;
      expect((await collect(objects.read(put, { first, last }))).equals(bytes.subarray(first, last + 1))).toBe(true);
    }
    expect(objects.delete(address)).toBe(true);
    expect(objects.delete(address)).toBe(false);
    expect(objects.find(address)).toBeUndefined();
    expect(await left()).toEqual([]);
    expect(objects.usage(address.bucketId)).toEqual({ bytes: 0n, objects: 0, uploads: 0 });
  });

  test('is read to its end even if it is replaced and deleted meanwhile', async () => {
    const { objects, storage, address, left } = startInFolder();
    const value = objects.read(await objects.put(address, PLAIN, bodyOf(bytes)));

    await objects.put(address, PLAIN, bodyOf('other'));
    objects.delete(address);
    const whileRead = (await left()).length;
    const read = await collect(value);

    expect(read.equals(bytes)).toBe(true);
    expect(whileRead).toBe(files);
    expect(await left()).toEqual([]);
    expect(storage.database.connection.prepare('SELECT count(*) AS n FROM blob').get()?.n).toBe(0);
  });
});

test('a body that fails leaves nothing behind', async () => {
  const { objects, address, left } = startInFolder();
  const before = await objects.put(address, PLAIN, bodyOf(SMALL));

  for (const bytes of [SMALL, LARGE]) {
    await expect(objects.put(address, PLAIN, brokenBody(bytes, new Error('cut')))).rejects.toThrow('cut');
  }

  expect(objects.find(address)).toEqual(before);
  expect(await left()).toEqual([]);
  expect(objects.usage(address.bucketId).bytes).toBe(BigInt(SMALL.length));
});

test('a reading that is stopped, before or after its first piece, releases its bytes', async () => {
  const { objects, address, left } = startInFolder();
  const put = await objects.put(address, PLAIN, bodyOf(LARGE));
  const [unread, begun] = [objects.read(put), objects.read(put)];
  await begun.next();

  objects.delete(address);
  await unread.return?.();
  const held = (await left()).length;
  await begun.return?.();

  expect(held).toBe(1);
  expect(await left()).toEqual([]);
  expect(await begun.next()).toEqual({ done: true, value: undefined });
});

test('a copy shares the bytes, survives its source, and may replace its source', async () => {
  const { service, objects, storage, newBucket, left } = startInFolder();
  const source = { bucketId: newBucket(), key: 'source' };
  const target = { bucketId: newBucket(), key: 'target' };
  const put = await objects.put(source, PLAIN, bodyOf(LARGE));

  const copied = await objects.copy(put, target, { headers: {}, metadata: { new: 'yes' } });
  const again = await objects.copy(copied, target, PLAIN);
  objects.delete(source);
  await storage.files.idle();

  expect(copied).toMatchObject({ ...target, etag: put.etag, size: put.size, metadata: { new: 'yes' } });
  expect(again.version).not.toBe(copied.version);
  expect((await contentOf(service, target))?.bytes.equals(LARGE)).toBe(true);
  expect(await left()).toHaveLength(1);
  expect(objects.usage(source.bucketId).bytes).toBe(0n);
  expect(objects.usage(target.bucketId)).toMatchObject({ bytes: BigInt(LARGE.length), objects: 1 });
  objects.delete(target);
  expect(await left()).toEqual([]);
});

test('E16: a copy holds its source while a checksum is computed: it may be replaced and deleted meanwhile', async () => {
  const { service, objects, storage, newBucket, left } = startInFolder();
  const source = { bucketId: newBucket(), key: 'source' };
  const target = { ...source, key: 'target' };
  const put = await objects.put(source, PLAIN, bodyOf(LARGE));
  const checksum = { algorithm: 'CRC32', type: 'FULL_OBJECT', value: 'AAAAAA==' } as const;

  const copied = await objects.copy(put, target, PLAIN, {
    async digest(bytes) {
      await objects.put(source, PLAIN, bodyOf(SMALL));
      objects.delete(source);
      await storage.files.idle();
      expect((await collect(bytes)).equals(LARGE)).toBe(true);
      return { etag: 'of these bytes', checksum };
    },
  });

  expect(copied).toMatchObject({ etag: 'of these bytes', checksum });
  expect((await contentOf(service, target))?.bytes.equals(LARGE)).toBe(true);
  objects.delete(target);
  expect(await left()).toEqual([]);
});

test.each(['object', 'part'])(
  'E12: the copy of an %s whose epoch ends while a checksum is computed is not made in the next one',
  async (what) => {
    const { service, objects, newBucket } = startService();
    const source = { bucketId: newBucket(), key: 'source' };
    const target = { ...source, key: 'target' };
    const put = await objects.put(source, PLAIN, bodyOf(LARGE));
    const upload = objects.uploads.create(target, PLAIN, { checksum: undefined, accessKeyId: 'GK' });
    const digest = async (bytes: AsyncIterable<Uint8Array>) => {
      await collect(bytes);
      // The same bytes lie there again, as after a snapshot that was restored.
      service.clear();
      return { etag: 'unused', checksum: { algorithm: 'CRC32', type: 'FULL_OBJECT', value: 'AAAAAA==' } as const };
    };

    const copying =
      what === 'part'
        ? objects.uploads.copyPart(upload, 1, put, undefined, digest)
        : objects.copy(put, target, PLAIN, { digest });

    await expect(copying).rejects.toThrow('The object is gone');
    expect(objects.find(target)).toBeUndefined();
    expect(objects.uploads.parts(upload, { after: 0, limit: 1 }).parts).toEqual([]);
  },
);

test('a write into a bucket that does not exist, or no longer, is not found', async () => {
  const { service, objects, caller, address, left } = startInFolder();
  const gone = { code: 'not_found' };

  const body = {
    ...bodyOf(LARGE),
    chunks: (async function* () {
      // Pieces are the reader's: it may transfer them.
      yield Buffer.from(LARGE);
      service.buckets.delete(caller, address.bucketId);
      yield Buffer.from(LARGE);
    })(),
  };

  await expect(objects.put(address, PLAIN, body)).rejects.toMatchObject(gone);
  await expect(objects.put(address, PLAIN, bodyOf(SMALL))).rejects.toMatchObject(gone);
  expect(() => objects.usage(address.bucketId)).toThrow('There is no bucket');
  expect(() => objects.setConfiguration(address.bucketId, 'cors', '<x/>')).toThrow('There is no bucket');
  expect(await left()).toEqual([]);
});

test.each([
  ['an object', 100_000],
  ['an object', 2_000_000],
  ['a part', 2_000_000],
])(
  'E12: bytes of %s, %i of them, that came before everything was replaced are not kept after it',
  async (what, size) => {
    const { objects, address, left } = startInFolder();
    const upload = objects.uploads.create(address, PLAIN, { checksum: undefined, accessKeyId: 'GK' });
    const { chunks, ...body } = bodyOf(Buffer.alloc(size, 'x'));
    const ending = async function* () {
      yield* chunks;
      // As a restore does it, with a snapshot that has the same bucket and the same upload.
      objects.clear();
    };

    const incoming = { ...body, chunks: ending() };
    const work =
      what === 'a part' ? objects.uploads.putPart(upload, 1, incoming) : objects.put(address, PLAIN, incoming);

    await expect(work).rejects.toThrow('Everything stored was replaced while the bytes came.');
    expect(objects.find(address)).toBeUndefined();
    expect(objects.uploads.parts(upload, { after: 0, limit: 1 }).parts).toEqual([]);
    expect(await left()).toEqual([]);
  },
);
