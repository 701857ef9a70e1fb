import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetBucketCorsCommand,
  GetObjectCommand,
  PutBucketCorsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { expect, onTestFinished, test } from 'vitest';
import { StartError } from '../../../emulator/domain/errors';
import { copyBucket, findChanges } from '../../../emulator/move/copy-bucket';
import { Endpoint } from '../../../emulator/move/endpoint';
import { startEmulator } from '../support';

const BUCKET = 'uploads';
const PART = Buffer.alloc(5 * 1024 * 1024, 'part');
const CHECKSUM = 'yZRlqg==';
/** By key: text, and what its client said about it. */
const OBJECTS = {
  'a/b c+d%é?': { Body: 'text', ContentType: 'text/plain; charset=utf-8', Metadata: { note: 'gruß' } },
  'a/../b': { Body: 'x'.repeat(100_000), CacheControl: 'no-store', ContentDisposition: 'attachment' },
  'a//b': { Body: 'hello world', ChecksumCRC32C: CHECKSUM },
  empty: { Body: '' },
};

/** An emulator with the bucket, as the copy and as the SDK reach it. */
async function startPlace() {
  const emulator = await startEmulator({ buckets: [BUCKET] });
  const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } =
    emulator.awsEnvironment ?? {};
  const credentials = { accessKeyId, secretAccessKey };
  const s3 = new S3Client({ endpoint: emulator.s3Endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  onTestFinished(() => s3.destroy());
  const endpoint = new Endpoint({ url: emulator.s3Endpoint, region: 'us-east-1', pageSize: 2, ...credentials });
  return { emulator, s3, endpoint };
}

async function uploadInParts(s3: S3Client): Promise<void> {
  const address = { Bucket: BUCKET, Key: 'parts' };
  const { UploadId } = await s3.send(new CreateMultipartUploadCommand(address));
  const Parts = [];
  for (const PartNumber of [1, 2]) {
    const { ETag } = await s3.send(new UploadPartCommand({ ...address, UploadId, PartNumber, Body: PART }));
    Parts.push({ PartNumber, ETag });
  }
  await s3.send(new CompleteMultipartUploadCommand({ ...address, UploadId, MultipartUpload: { Parts } }));
}

test('objects come with all that was said about them, and what is there is not sent again', async () => {
  const [from, to] = [await startPlace(), await startPlace()];
  for (const [Key, object] of Object.entries(OBJECTS)) {
    await from.s3.send(new PutObjectCommand({ Bucket: BUCKET, Key, ...object }));
  }
  await uploadInParts(from.s3);
  const CORSRules = [{ AllowedMethods: ['GET'], AllowedOrigins: ['https://app.example'] }];
  await from.s3.send(new PutBucketCorsCommand({ Bucket: BUCKET, CORSConfiguration: { CORSRules } }));
  const bytes = Object.values(OBJECTS).reduce((sum, { Body }) => sum + Body.length, 2 * PART.length);

  const copied = await copyBucket(BUCKET, from.endpoint, to.endpoint);

  expect(copied).toMatchObject({ objects: 5, bytes: BigInt(bytes), problems: [] });
  for (const [Key, { Body, ...said }] of Object.entries(OBJECTS)) {
    const get = new GetObjectCommand({ Bucket: BUCKET, Key, ChecksumMode: 'ENABLED' });
    const [before, found] = [await from.s3.send(get), await to.s3.send(get)];
    expect(await found.Body?.transformToString()).toBe(Body);
    expect(found).toMatchObject({ ...said, ETag: before.ETag, Metadata: before.Metadata });
  }
  const parts = await to.s3.send(new GetObjectCommand({ Bucket: BUCKET, Key: 'parts' }));
  expect(Buffer.concat([PART, PART]).equals(Buffer.from((await parts.Body?.transformToByteArray()) ?? []))).toBe(true);
  expect((await to.s3.send(new GetBucketCorsCommand({ Bucket: BUCKET }))).CORSRules).toMatchObject(CORSRules);
  to.emulator.journal.clear();
  await copyBucket(BUCKET, from.endpoint, to.endpoint);
  // The one in parts has another ETag there.
  expect(to.emulator.journal.count({ operation: 'PutObject' })).toBe(1);
});

test('lists of more than a page are copied whole', async () => {
  const [from, to] = [await startPlace(), await startPlace()];
  const keys = ['a', 'b', 'b c', 'd+e', 'é'];
  for (const Key of keys) await from.s3.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body: Key }));

  expect(await copyBucket(BUCKET, from.endpoint, to.endpoint)).toMatchObject({ objects: 5, problems: [] });

  const there: string[] = [];
  for await (const { key } of to.endpoint.list(BUCKET)) there.push(key);
  expect(there).toEqual(keys);
});

test('an object that only got other metadata since is named', async () => {
  const [from, to] = [await startPlace(), await startPlace()];
  const put = (Key: string, note: string) =>
    from.s3.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body: 'x', Metadata: { note } }));
  for (const key of ['kept', 'said']) await put(key, 'old');
  const { listed } = await copyBucket(BUCKET, from.endpoint, to.endpoint);
  from.emulator.clock.advance(1_000);
  await put('said', 'new');

  expect(await findChanges(BUCKET, from.endpoint, listed)).toEqual([
    `${BUCKET}/said: it was written while the move ran.`,
  ]);
});

test('what the other side refuses is named with the reason, and the rest is copied', async () => {
  const [from, to] = [await startPlace(), await startPlace()];
  for (const Key of ['/slash', 'kept', 'refused']) {
    await from.s3.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body: Key }));
  }
  to.emulator.faults.add({ operation: 'PutObject', status: 403, where: { keyPrefix: 'refused' } });

  const { objects, problems } = await copyBucket(BUCKET, from.endpoint, to.endpoint);

  expect(objects).toBe(1);
  expect([...problems].sort()).toEqual([
    expect.stringMatching(/^uploads\/\/slash: .*slash/),
    expect.stringMatching(/^uploads\/refused: http.* responds 403/),
  ]);
});

test('a body that breaks off is no object, and an endpoint that is gone is named', async () => {
  const [from, to] = [await startPlace(), await startPlace()];
  await from.s3.send(new PutObjectCommand({ Bucket: BUCKET, Key: 'cut', Body: PART }));
  from.emulator.faults.add({ operation: 'GetObject', truncate: 1_000 });

  const { objects, problems } = await copyBucket(BUCKET, from.endpoint, to.endpoint);

  expect([objects, problems.length]).toEqual([0, 1]);
  await expect(to.s3.send(new GetObjectCommand({ Bucket: BUCKET, Key: 'cut' }))).rejects.toMatchObject({
    name: 'NoSuchKey',
  });
  await to.emulator.stop();
  await expect(copyBucket(BUCKET, from.endpoint, to.endpoint)).rejects.toThrow(StartError);
});
