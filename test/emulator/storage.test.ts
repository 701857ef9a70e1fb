import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bodyOf, contentOf, filesIn, openService, PLAIN, startService } from './domain/objects/support';
import { temporaryFolder } from './support';

test('what a killed emulator has left half written, or had no time to remove, is gone at the next start', async () => {
  const folder = temporaryFolder();
  const { objects, storage, newBucket } = openService(folder);
  const address = { bucketId: newBucket(), key: 'k' };
  const bytes = Buffer.alloc(100_000, 'x');
  await objects.put(address, PLAIN, bodyOf(bytes));
  const [kept] = filesIn(folder);
  // A body that was being taken in, and a deleted object that was being read.
  writeFileSync(join(folder, 'objects', 'half-written'), 'x');
  writeFileSync(join(folder, 'objects', 'was-read'), 'x');
  storage.database.connection.exec("INSERT INTO blob (refs, size, file) VALUES (0, 1, 'was-read')");
  await storage.close();

  const next = startService(folder);

  expect(filesIn(folder)).toEqual([kept]);
  expect(next.storage.database.connection.prepare('SELECT count(*) AS n FROM blob').get()?.n).toBe(1);
  expect((await contentOf(next, address))?.bytes.equals(bytes)).toBe(true);
});

test('everything about objects is there after a restart', async () => {
  const folder = temporaryFolder();
  const { objects, storage, newBucket } = openService(folder);
  const address = { bucketId: newBucket(), key: 'k' };
  const attributes = { headers: { 'content-type': 'text/plain' }, metadata: { a: 'b' } };
  const checksum = { algorithm: 'CRC32', type: 'FULL_OBJECT', value: 'AAAAAA==' } as const;
  const put = await objects.put(address, attributes, { ...bodyOf('x'), digest: () => ({ etag: 'e', checksum }) });
  const upload = objects.createUpload(address, attributes, { checksum, accessKeyId: 'GK1' });
  const part = await objects.putPart(upload, 1, bodyOf('y'));
  objects.setConfiguration(address.bucketId, 'lifecycle', 'text');
  await storage.close();

  const next = startService(folder).objects;

  expect(next.find(address)).toEqual(put);
  expect(next.findUpload(address, upload.id)).toEqual(upload);
  expect(next.parts(upload, { after: 0, limit: 10 }).parts).toEqual([part]);
  expect(next.configuration(address.bucketId, 'lifecycle')).toBe('text');
  expect(next.usage(address.bucketId)).toEqual({ bytes: 1n, objects: 1, uploads: 1 });
});
