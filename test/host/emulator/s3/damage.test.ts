import { readdirSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startEmulator, temporaryFolder } from '../support';
import { clientFor, planeOf, routeError } from './support';

const BYTES = Buffer.alloc(1_200_000, 'x');

/** A data folder with one large object and a part of one, whose files the function then damages; started again over it. */
async function damaged(damage: (path: string) => void) {
  const dataDir = temporaryFolder();
  const said: string[] = [];
  const before = planeOf(await startEmulator({ dataDir }));
  const bucket = await before.bucket();
  const key = await before.key([bucket], { read: true, write: true });
  const at = { Bucket: bucket.alias, Key: 'k' };
  const s3 = clientFor(before.emulator, key);
  await s3.putObject({ ...at, Body: BYTES });
  const { UploadId } = await s3.createMultipartUpload(at);
  const { ETag } = await s3.uploadPart({ ...at, UploadId, PartNumber: 1, Body: BYTES });
  await before.emulator.stop();
  const files = readdirSync(join(dataDir, 'objects'));
  for (const file of files) damage(join(dataDir, 'objects', file));
  const emulator = await startEmulator({ dataDir, log: (line) => said.push(line) });
  return { said, files, at, UploadId, ETag, s3: clientFor(emulator, key), emulator };
}

const LOST = { status: 500, code: 'InternalError', message: expect.stringContaining('Bytes of this object are lost') };

test.each([
  ['missing', 'is missing', (path: string) => rmSync(path)],
  ['short', 'has 5 of 1200000 bytes', (path: string) => truncateSync(path, 5)],
])('E16: a file that is %s is named at the start, and nothing that needs it succeeds', async (_, says, damage) => {
  const { said, files, at, UploadId, ETag, s3, emulator } = await damaged(damage);
  const copy = { Bucket: at.Bucket, Key: 'copy', CopySource: `${at.Bucket}/k` };
  const parts = { MultipartUpload: { Parts: [{ PartNumber: 1, ETag }] } };

  for (const file of files)
    expect(said).toContainEqual(expect.stringContaining(`objects/${file} ${says}; bytes of ${at.Bucket}/k`));
  expect(await routeError(s3.getObject(at))).toMatchObject(LOST);
  expect(await routeError(s3.getObject({ ...at, Range: 'bytes=0-3' }))).toMatchObject(LOST);
  expect(await routeError(s3.headObject(at))).toMatchObject({ status: 500 });
  expect(await routeError(s3.copyObject(copy))).toMatchObject(LOST);
  expect(await routeError(s3.uploadPartCopy({ ...copy, Key: 'k', UploadId, PartNumber: 2 }))).toMatchObject(LOST);
  expect(await routeError(s3.completeMultipartUpload({ ...at, UploadId, ...parts }))).toMatchObject(LOST);
  expect(() => emulator.snapshot()).toThrow('Bytes of this object are lost');

  await s3.putObject({ ...at, Body: BYTES });
  const { Body } = await s3.getObject(at);
  expect(Buffer.from((await Body?.transformToByteArray()) ?? []).equals(BYTES)).toBe(true);
  await s3.deleteObject(at);
});

test('E16: a file that goes while the emulator runs is told, too, and not by a closed connection', async () => {
  const dataDir = temporaryFolder();
  const plane = planeOf(await startEmulator({ dataDir, log: () => {} }));
  const bucket = await plane.bucket();
  const s3 = clientFor(plane.emulator, await plane.key([bucket], { read: true, write: true }));
  const at = { Bucket: bucket.alias, Key: 'k' };
  await s3.putObject({ ...at, Body: BYTES });
  for (const file of readdirSync(join(dataDir, 'objects'))) rmSync(join(dataDir, 'objects', file));

  expect(await routeError(s3.getObject(at))).toMatchObject(LOST);
  expect(await routeError(s3.getObject({ ...at, Range: 'bytes=0-3' }))).toMatchObject(LOST);
});
