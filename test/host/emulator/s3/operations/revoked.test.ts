import { expect, test } from 'vitest';
import type { Incoming } from '../../../../../emulator/domain/objects/incoming';
import type { AccessKey } from '../../../../../emulator/domain/records';
import type { S3Operation } from '../../../../../emulator/domain/s3-operation';
import type { Call } from '../../../../../emulator/s3/call';
import type { S3Context } from '../../../../../emulator/s3/context';
import { S3Error } from '../../../../../emulator/s3/errors';
import { OPERATIONS } from '../../../../../emulator/s3/operations';
import { bodyOf, PLAIN, startService } from '../../domain/objects/support';

/*
 * A key that is deleted after the last byte came, and before what it made is committed: the moment in which files are closed,
 * hashes computed and documents read.
 */

const KEY = 'k';
const LARGE = Buffer.alloc(600 * 1024, 'x');
const NOT_CURRENT = new S3Error('InvalidAccessKeyId', 'It was deleted.');

/** A bucket with an object, an upload with one part, and calls whose key is deleted once their body has come. */
async function prepare() {
  const { service, objects, newBucket, clock } = startService();
  const bucketId = newBucket();
  const bucket = service.buckets.find(bucketId);
  if (!bucket) throw new Error('The bucket that was made is not there.');
  const address = { bucketId, key: KEY };
  await objects.put({ bucketId, key: 'source' }, PLAIN, bodyOf(LARGE));
  const upload = objects.uploads.create(address, PLAIN, { checksum: undefined, accessKeyId: 'key' });
  const part = await objects.uploads.putPart(upload, 1, bodyOf('part'));
  let isCurrent = true;
  const revokedAfter = (body: string | Uint8Array): Incoming => {
    const whole = bodyOf(body);
    return {
      ...whole,
      chunks: (async function* () {
        yield* whole.chunks;
        isCurrent = false;
      })(),
    };
  };
  const call = (headers: Record<string, string>, query: Record<string, string>, body: string | Uint8Array) =>
    ({
      operation: 'PutObject',
      request: { method: 'PUT', rawPath: '/', query: Object.entries(query), headers, body: undefined },
      context: { objects, clock } as unknown as S3Context,
      caller: {} as AccessKey,
      ...{ bucketName: bucket.alias, bucketUrl: 'http://localhost', bucket, key: KEY, address },
      openBody: () => revokedAfter(body),
      rely: () => 'aws',
      requireSource: () => {
        // What is copied is read from here on.
        queueMicrotask(() => {
          isCurrent = false;
        });
        return bucket;
      },
      requireCurrent: () => {
        if (!isCurrent) throw NOT_CURRENT;
      },
    }) as unknown as Call;
  return { objects, bucketId, address, upload, part, call };
}

type World = Awaited<ReturnType<typeof prepare>>;

const CALLS: readonly [S3Operation & keyof typeof OPERATIONS, (world: World) => Call][] = [
  ['PutObject', ({ call }) => call({ 'content-length': String(LARGE.length) }, {}, LARGE)],
  [
    'UploadPartCopy',
    ({ call, upload }) =>
      call({ 'x-amz-copy-source': 'bucket/source' }, { uploadId: upload.id, partNumber: '2' }, LARGE),
  ],
  [
    'CompleteMultipartUpload',
    ({ call, upload, part }) => {
      const listed = `<Part><PartNumber>1</PartNumber><ETag>${part.etag}</ETag></Part>`;
      const document = `<CompleteMultipartUpload>${listed}</CompleteMultipartUpload>`;
      return call({}, { uploadId: upload.id }, document);
    },
  ],
  [
    'DeleteObjects',
    ({ call }) => call({ 'content-md5': 'x' }, { delete: '' }, '<Delete><Object><Key>source</Key></Object></Delete>'),
  ],
];

test.each(CALLS)('%s of a key that is deleted after its last byte has no effect', async (operation, toCall) => {
  const world = await prepare();
  const { objects, bucketId, address, upload } = world;

  const work = (async () => OPERATIONS[operation](toCall(world)))();

  await expect(work).rejects.toBe(NOT_CURRENT);
  expect(objects.find(address)).toBeUndefined();
  expect(objects.find({ bucketId, key: 'source' })).toMatchObject({ key: 'source' });
  expect(objects.uploads.parts(upload, { after: 0, limit: 10 }).parts).toMatchObject([{ number: 1 }]);
});
