import type { CompletedPart } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { base64, clientOf, startEmulator } from '../../support';
import { postForm } from '../post-form';
import { refusal, routeError, shareS3 } from '../support';

/* What recordings of AWS say about operations that the emulator has (E19). */

const start = shareS3();

const ONE = [{ PartNumber: 1 }] as const;

type Bench = Awaited<ReturnType<typeof start>>;

/** An upload with one part, and how to complete it. */
async function beginUpload({ client, Bucket }: Bench, Key: string, Body = 'part') {
  const { UploadId } = await client.createMultipartUpload({ Bucket, Key });
  const { ETag } = await client.uploadPart({ Bucket, Key, UploadId, PartNumber: 1, Body });
  const MultipartUpload = { Parts: ONE.map((part) => ({ ...part, ETag })) };
  return (conditions = {}) => client.completeMultipartUpload({ Bucket, Key, UploadId, MultipartUpload, ...conditions });
}

const FOLDER = ['folder/aSub/1', 'folder/aSub/2', 'folder/file1', 'folder/file2'];

test('E19: a listing that begins within a common prefix does not show that prefix', async () => {
  const { client, Bucket } = await start();
  for (const Key of FOLDER) await client.putObject({ Bucket, Key });
  const query = { Bucket, Prefix: 'folder/', Delimiter: '/' };

  const first = await client.listObjects({ ...query, Marker: 'folder/aSub/1' });
  const second = await client.listObjectsV2({ ...query, StartAfter: 'folder/aSub/1' });

  for (const { CommonPrefixes, Contents } of [first, second]) {
    expect([CommonPrefixes, Contents?.map(({ Key }) => Key)]).toEqual([undefined, ['folder/file1', 'folder/file2']]);
  }
});

test('E19: a "+" in the source of a copy is a space', async () => {
  const { client, Bucket } = await start();
  await client.putObject({ Bucket, Key: 'a b.txt', Body: 'space' });
  await client.putObject({ Bucket, Key: 'a+b.txt', Body: 'plus' });

  await client.copyObject({ Bucket, Key: 'of space', CopySource: `${Bucket}%2Fa+b.txt` });
  await client.copyObject({ Bucket, Key: 'of plus', CopySource: `${Bucket}/a%2Bb.txt` });

  const text = async (Key: string) => (await client.getObject({ Bucket, Key })).Body?.transformToString();
  expect([await text('of space'), await text('of plus')]).toEqual(['space', 'plus']);
});

test('E19: the copy of an object in parts is one piece, with a plain ETag and a checksum of the whole', async () => {
  const { client, Bucket } = await start();
  const bench = { client, Bucket } as Bench;
  const made = await (await beginUpload(bench, 'parts', 'all of it'))();
  await client.putObject({ Bucket, Key: 'plain', Body: 'all of it', ChecksumAlgorithm: 'CRC64NVME' });

  const copied = await client.copyObject({ Bucket, Key: 'copy', CopySource: `${Bucket}/parts` });

  const plain = await client.headObject({ Bucket, Key: 'plain', ChecksumMode: 'ENABLED' });
  const copy = await client.headObject({ Bucket, Key: 'copy', ChecksumMode: 'ENABLED' });
  expect(made.ETag).toMatch(/-1"$/);
  expect([copied.CopyObjectResult?.ETag, copy.ETag]).toEqual([plain.ETag, plain.ETag]);
  expect([copy.ChecksumCRC64NVME, copy.ChecksumType]).toEqual([plain.ChecksumCRC64NVME, 'FULL_OBJECT']);
});

test('E19: a copy in place may name a storage class, and its conditions count then', async () => {
  const { client, Bucket } = await start();
  const { ETag } = await client.putObject({ Bucket, Key: 'k', Body: 'x' });
  const inPlace = { Bucket, Key: 'k', CopySource: `${Bucket}/k`, StorageClass: 'STANDARD' } as const;

  const touched = await client.copyObject({ ...inPlace, IfMatch: ETag });
  const refused = await refusal(client.copyObject({ ...inPlace, IfNoneMatch: '*' }));
  const unchanged = await refusal(client.copyObject({ ...inPlace, StorageClass: undefined }));

  expect(touched.CopyObjectResult?.ETag).toBe(ETag);
  expect([refused, unchanged]).toEqual(['412 PreconditionFailed', '400 InvalidRequest']);
});

test('E19: a conditional completion conflicts with a write since its upload began, even of the same bytes', async () => {
  const bench = await start();
  const { client, Bucket } = bench;
  const put = () => client.putObject({ Bucket, Key: 'k', Body: 'same' });
  const { ETag } = await put();
  const complete = await beginUpload(bench, 'k');
  await put();

  const error = await routeError(complete({ IfMatch: ETag }));
  const other = await refusal(complete({ IfMatch: '"0"' }));
  const again = await beginUpload(bench, 'k');

  expect(error).toEqual({
    code: 'ConditionalRequestConflict',
    status: 409,
    message: 'The conditional request cannot succeed due to a conflicting operation against this resource.',
  });
  expect(other).toBe('412 PreconditionFailed');
  expect((await again({ IfMatch: ETag })).$metadata.httpStatusCode).toBe(200);
});

test('E19: so does one with a delete since, and one without a condition does not', async () => {
  const bench = await start();
  const { client, Bucket } = bench;
  const { ETag } = await client.putObject({ Bucket, Key: 'k', Body: 'x' });
  const complete = await beginUpload(bench, 'k');
  const present = await refusal(complete({ IfNoneMatch: '*' }));
  await client.deleteObject({ Bucket, Key: 'k' });

  const absent = await refusal(complete({ IfNoneMatch: '*' }));
  const missing = await refusal(complete({ IfMatch: ETag }));

  expect([present, absent, missing]).toEqual([
    ...['412 PreconditionFailed', '409 ConditionalRequestConflict', '404 NoSuchKey'],
  ]);
  expect((await complete()).$metadata.httpStatusCode).toBe(200);
});

test('E19: an upload that is unknown is told before an empty list of parts is', async () => {
  const bench = await start();
  const { client, Bucket } = bench;
  const { UploadId } = await client.createMultipartUpload({ Bucket, Key: 'k' });
  const complete = (id?: string) =>
    refusal(client.completeMultipartUpload({ Bucket, Key: 'k', UploadId: id, MultipartUpload: { Parts: [] } }));

  expect([await complete('unknown'), await complete(UploadId)]).toEqual(['404 NoSuchUpload', '400 InvalidRequest']);
});

test('E19: where a lifecycle rule applies, responses say when the object expires', async () => {
  const { client, Bucket, emulator } = await start();
  const rule = (ID: string, Prefix: string, Days: number, Status: 'Enabled' | 'Disabled' = 'Enabled') => ({
    ...{ ID, Status, Filter: { Prefix }, Expiration: { Days } },
  });
  const Rules = [rule('in 7 days', 'logs/', 7), rule('in 9', 'logs/', 9), rule('off', 'logs/', 1, 'Disabled')];
  await client.putBucketLifecycleConfiguration({ Bucket, LifecycleConfiguration: { Rules } });
  const day = Math.floor(emulator.clock.now() / 86_400_000);
  const at = new Date((day + 8) * 86_400_000).toUTCString();
  const expected = `expiry-date="${at}", rule-id="in%207%20days"`;
  const bench = { client, Bucket } as Bench;

  const said = [
    (await client.putObject({ Bucket, Key: 'logs/1', Body: 'x' })).Expiration,
    (await client.getObject({ Bucket, Key: 'logs/1' })).Expiration,
    (await client.headObject({ Bucket, Key: 'logs/1' })).Expiration,
    (await client.copyObject({ Bucket, Key: 'logs/2', CopySource: `${Bucket}/logs/1` })).Expiration,
    (await (await beginUpload(bench, 'logs/3'))()).Expiration,
  ];
  const other = await client.putObject({ Bucket, Key: 'other', Body: 'x' });
  await client.deleteBucketLifecycle({ Bucket });
  const after = await client.headObject({ Bucket, Key: 'logs/1' });

  expect(said).toEqual(Array(5).fill(expected));
  expect([other.Expiration, after.Expiration]).toEqual([undefined, undefined]);
});

test('E19: a preflight is refused as one of CORS, whatever it lacks but the origin', async () => {
  const { emulator, Bucket } = await start();
  const ask = async (bucket: string, headers: Record<string, string>) => {
    const response = await fetch(`${emulator.s3Endpoint}/${bucket}/k`, { method: 'OPTIONS', headers });
    const text = await response.text();
    return [response.status, ...['Code', 'Message', 'Method', 'ResourceType'].map((name) => elementOf(text, name))];
  };
  const origin = { origin: 'http://page.test' };

  expect(await ask(Bucket, origin)).toEqual([
    ...[403, 'AccessForbidden', 'CORSResponse: CORS is not enabled for this bucket.', 'OPTIONS', 'BUCKET'],
  ]);
  expect(await ask('none', origin)).toEqual([
    ...[403, 'AccessForbidden', 'CORSResponse: Bucket not found', 'OPTIONS', 'BUCKET'],
  ]);
  expect((await ask(Bucket, {}))[0]).toBe(400);
});

test('what a test assigns by mistake throws at once, and the emulator goes on', async () => {
  const emulator = await startEmulator();
  const { settings, faults } = emulator;
  const assign = (target: object, values: object) => () => Object.assign(target, values);

  for (const mistake of [
    assign(emulator, { settings: {} }),
    assign(settings, { settle: '2polls' }),
    assign(settings, { lag: { newHiden: 3 } }),
    assign(settings.lag, { newHidden: 3 }),
    assign(faults, { inject: () => undefined }),
  ])
    expect(mistake).toThrow(TypeError);
  expect(assign(settings.knobs, { takenName: 'bogus' })).toThrow('call settings.change({ knobs: { takenName: … } })');

  const body = { project_id: emulator.projectId, name: 'still-works', value: base64('x') };
  expect((await clientOf(emulator, emulator.token)('POST', '/secrets', body)).status).toBe(201);
  settings.change({ lag: { newHidden: 1 } });
  expect(settings.lag.newHidden).toBe(1);
});

function elementOf(text: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1];
}

/** An object of two parts whose upload announced this checksum. */
async function makeOfParts({ client, Bucket }: Bench, ChecksumType: 'COMPOSITE' | 'FULL_OBJECT') {
  const at = { Bucket, Key: ChecksumType };
  const { UploadId } = await client.createMultipartUpload({ ...at, ChecksumAlgorithm: 'CRC32', ChecksumType });
  const parts: CompletedPart[] = [];
  for (const [PartNumber, Body] of [
    [1, Buffer.alloc(5 * 1024 ** 2)],
    [2, 'tail'],
  ] as const) {
    const { ETag, ChecksumCRC32 } = await client.uploadPart({
      ...{ ...at, UploadId, PartNumber, Body, ChecksumAlgorithm: 'CRC32' },
    });
    parts.push({ PartNumber, ETag, ChecksumCRC32 });
  }
  await client.completeMultipartUpload({ ...at, UploadId, MultipartUpload: { Parts: parts } });
  return { at, parts };
}

const WANTED = { ObjectAttributes: ['Checksum', 'ObjectParts'] } as const;

test('E19: parts are shown where each has its own checksum', async () => {
  const bench = await start();
  const { at, parts } = await makeOfParts(bench, 'COMPOSITE');
  const query = { ...at, ObjectAttributes: [...WANTED.ObjectAttributes] };

  const all = await bench.client.getObjectAttributes(query);
  const behind = await bench.client.getObjectAttributes({ ...query, PartNumberMarker: '9' });

  expect(all.ObjectParts?.Parts?.map(({ ChecksumCRC32 }) => ChecksumCRC32)).toEqual(
    parts.map(({ ChecksumCRC32 }) => ChecksumCRC32),
  );
  expect(behind.ObjectParts).toMatchObject({ PartNumberMarker: '9', NextPartNumberMarker: '0' });
});

test('E19: a range that is all of an object has its checksum', async () => {
  const { client, Bucket } = await start();
  const at = { Bucket, Key: 'k' };
  await client.putObject({ ...at, Body: '0123456789', ChecksumAlgorithm: 'CRC32' });
  const of = async (Range: string) =>
    (await client.headObject({ ...at, Range, ChecksumMode: 'ENABLED' })).ChecksumCRC32 !== undefined;

  expect([await of('bytes=0-100'), await of('bytes=-15'), await of('bytes=0-8')]).toEqual([true, true, false]);
});

test('E19: arguments that are empty count where AWS lets them', async () => {
  const { client, Bucket } = await start();

  const buckets = await client.listBuckets({ ContinuationToken: '' });
  const encoded = await refusal(client.listObjects({ Bucket, EncodingType: '' as 'url' }));
  const uploads = await client.listMultipartUploads({ Bucket });

  expect(buckets.Buckets?.map(({ Name }) => Name)).toContain(Bucket);
  expect(encoded).toBe('400 InvalidArgument');
  expect(uploads.Prefix).toBeUndefined();
});

test('E19: a part that is completed with another checksum than the upload announced is a bad digest', async () => {
  const { client, Bucket } = await start();
  const at = { Bucket, Key: 'k' };
  const { UploadId } = await client.createMultipartUpload({ ...at, ChecksumAlgorithm: 'CRC32' });
  const { ETag } = await client.uploadPart({ ...at, UploadId, PartNumber: 1, Body: 'x', ChecksumAlgorithm: 'CRC32' });
  const Parts = [{ PartNumber: 1, ETag, ChecksumSHA256: Buffer.alloc(32).toString('base64') }];

  const refused = client.completeMultipartUpload({ ...at, UploadId, MultipartUpload: { Parts } });

  expect(await refusal(refused)).toBe('400 BadDigest');
});

test('E19: a copy of bytes behind the end of its source is an invalid request', async () => {
  const { client, Bucket } = await start();
  await client.putObject({ Bucket, Key: 'source', Body: '0123456789' });
  const { UploadId } = await client.createMultipartUpload({ Bucket, Key: 'k' });
  const copy = { Bucket, Key: 'k', UploadId, PartNumber: 1, CopySource: `${Bucket}/source` };

  const refused = client.uploadPartCopy({ ...copy, CopySourceRange: 'bytes=100-200' });

  expect(await refusal(refused)).toBe('400 InvalidRequest');
});

test('E19: without the name of a file, a form keeps the placeholder in its key', async () => {
  const { emulator, credentials, client, Bucket } = await start();

  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is what forms say
  const key = 'as-field-${filename}';
  const { status } = await postForm(emulator, Bucket, credentials, { key }, 'x', { filename: null });
  const { Contents } = await client.listObjectsV2({ Bucket });

  expect([status, Contents?.map(({ Key }) => Key)]).toEqual([204, [key]]);
});
