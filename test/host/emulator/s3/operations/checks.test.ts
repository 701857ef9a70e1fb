import type * as s3 from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { postForm } from '../post-form';
import { type RawRequest, send } from '../raw';
import { type Bench, clientFor, routeError, shareS3, startS3 } from '../support';

/** Of `123456789`, the bytes by which checksums are published, and of nothing, for the hashes of XXH. */
const NINE = '123456789';
const PUBLISHED: readonly [name: string, body: string, base64: string][] = [
  ['crc32', NINE, 'y/Q5Jg=='],
  ['crc32c', NINE, '4waSgw=='],
  ['crc64nvme', NINE, 'rosUhgp5mIg='],
  ['md5', '', '1B2M2Y8AsgTpgAmY7PhCfg=='],
  ['sha512', '', 'z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg=='],
  ['xxhash64', '', '70bbN1HY6Zk='],
  ['xxhash3', '', 'LQaABTjTlMI='],
  ['xxhash128', '', 'maoG0wFHmNhgAcMkRo1Jfw=='],
];

const NEWER = ['md5', 'sha512', 'xxhash64', 'xxhash3', 'xxhash128'];

/** A client that sends no checksum unless it has to. */
const quiet = ({ emulator, credentials }: Bench) =>
  clientFor(emulator, credentials, 'path', { requestChecksumCalculation: 'WHEN_REQUIRED' });

const CRC64_OF_NINE = 'rosUhgp5mIg=';
const PART = Buffer.alloc(5 * 1024 * 1024, 'a');
const WHOLE = Buffer.concat([PART, Buffer.from(NINE)]);

/** Uploads two parts of {@link WHOLE}, which `client` sends, to an upload that announces no checksum; gives what completes it. */
async function uploadTwo(bench: Bench, at: { readonly Bucket: string; readonly Key: string }, client: s3.S3) {
  const { UploadId } = await quiet(bench).createMultipartUpload(at);
  const Parts: s3.CompletedPart[] = [];
  for (const [index, Body] of [PART, Buffer.from(NINE)].entries()) {
    const PartNumber = index + 1;
    const { ETag, ChecksumCRC32 } = await client.uploadPart({ ...at, UploadId, PartNumber, Body });
    Parts.push({ ETag, ChecksumCRC32, PartNumber });
  }
  return { ...at, UploadId, MultipartUpload: { Parts } };
}

describe('checksums as AWS has them', () => {
  const open = shareS3();
  const raw = async (bench: Bench, request: Partial<RawRequest>) =>
    send(bench.emulator.s3Endpoint, { method: 'PUT', path: `/${bench.Bucket}/k`, ...request }, bench.credentials);

  test('an object without one gets a CRC64NVME of all its bytes: put, posted and copied', async () => {
    const bench = await open();
    const { Bucket, emulator, credentials } = bench;
    const client = quiet(bench);
    const head = (Key: string) => client.headObject({ Bucket, Key, ChecksumMode: 'ENABLED' });

    const put = await client.putObject({ Bucket, Key: 'put', Body: NINE });
    const form = await postForm(emulator, Bucket, credentials, { key: 'form' }, NINE);
    await client.copyObject({ Bucket, Key: 'copy', CopySource: `${Bucket}/put` });

    expect(put).toMatchObject({ ChecksumCRC64NVME: CRC64_OF_NINE, ChecksumType: 'FULL_OBJECT' });
    expect(form.headers.get('x-amz-checksum-crc64nvme')).toBe(CRC64_OF_NINE);
    for (const key of ['put', 'form', 'copy'])
      expect(await head(key)).toMatchObject({ ChecksumCRC64NVME: CRC64_OF_NINE, ChecksumType: 'FULL_OBJECT' });
    expect((await client.headObject({ Bucket, Key: 'put' })).ChecksumCRC64NVME).toBeUndefined();
  });

  test.each(['SENT', 'NOT_SENT'])(
    'an upload that announces none makes an object with one; of parts: %s',
    async (how) => {
      const bench = await open();
      const { Bucket } = bench;
      const client = how === 'SENT' ? bench.client : quiet(bench);
      const at = { Bucket, Key: 'parts' };
      const upload = await uploadTwo(bench, at, client);

      const done = await client.completeMultipartUpload(upload);
      const whole = await quiet(bench).putObject({ Bucket, Key: 'whole', Body: WHOLE });

      expect(done.ChecksumType).toBe('FULL_OBJECT');
      expect(done.ChecksumCRC64NVME).toBe(whole.ChecksumCRC64NVME);
      expect(done.ChecksumCRC64NVME).toMatch(/^[\w+/]{11}=$/);
    },
  );

  describe('the object checksum of a completion whose upload announced none', () => {
    /** Parts as the SDK sends them, with a CRC32 each. */
    const begin = async () => {
      const bench = await open();
      const at = { Bucket: bench.Bucket, Key: 'k' };
      const upload = await uploadTwo(bench, at, bench.client);
      const put = (ChecksumAlgorithm: s3.ChecksumAlgorithm) =>
        bench.client.putObject({ Bucket: bench.Bucket, Key: 'whole', ChecksumAlgorithm, Body: WHOLE });
      const complete = (more: Partial<s3.CompleteMultipartUploadCommandInput>) =>
        bench.client.completeMultipartUpload({ ...upload, ...more });
      const listed = () => bench.client.listObjectsV2({ Bucket: bench.Bucket });
      return { complete, put, listed };
    };

    test.each([
      ['CRC32, which the parts have', { ChecksumCRC32: 'AAAAAA==' }, 'BadDigest'],
      ['CRC64NVME, which the object gets', { ChecksumCRC64NVME: 'AAAAAAAAAAA=' }, 'BadDigest'],
      ['SHA256, of which nothing is known', { ChecksumSHA256: CRC64_OF_NINE }, 'InvalidRequest'],
      ['a type', { ChecksumType: 'FULL_OBJECT' }, 'InvalidRequest'],
      ['two at once', { ChecksumCRC32: 'AAAAAA==', ChecksumSHA1: 'AAAA' }, 'InvalidRequest'],
    ] as const)('wrong is refused, and the upload stays: %s', async (_, wrong, code) => {
      const { complete, listed } = await begin();

      const error = await routeError(complete(wrong));

      expect(error).toMatchObject({ status: 400, code });
      expect((await listed()).KeyCount).toBe(0);
      expect((await complete({})).ETag).toMatch(/-2"$/);
    });

    test.each(['CRC32', 'CRC64NVME'] as const)('right is accepted, and again when repeated: %s', async (algorithm) => {
      const { complete, put } = await begin();
      const name = `Checksum${algorithm}` as const;
      const whole = await put(algorithm);
      const right = { [name]: whole[name] } as const;

      const done = await complete(right);
      const again = await complete(right);
      const wrong = await routeError(complete({ ChecksumCRC64NVME: 'AAAAAAAAAAA=' }));

      expect(done).toMatchObject({ ChecksumType: 'FULL_OBJECT', ChecksumCRC64NVME: again.ChecksumCRC64NVME });
      expect(wrong).toMatchObject({ status: 400, code: 'BadDigest' });
    });
  });

  test.each(PUBLISHED)('%s: computed as published, compared, and told', async (name, body, value) => {
    const bench = await open();
    const header = `x-amz-checksum-${name}`;

    const right = await raw(bench, { headers: { [header]: value }, body });
    const wrong = await raw(bench, { headers: { [header]: value }, body: `${body}!` });
    const none = await raw(bench, { headers: { [header]: 'AAAA' }, body });
    const got = await raw(bench, { method: 'GET', headers: { 'x-amz-checksum-mode': 'ENABLED' } });

    expect([right.status, right.headers[header]]).toEqual([200, value]);
    expect([wrong.status, wrong.code]).toEqual([400, 'BadDigest']);
    expect([none.status, none.code]).toEqual([400, 'InvalidRequest']);
    expect([got.text, got.headers[header], got.headers['x-amz-checksum-type']]).toEqual([body, value, 'FULL_OBJECT']);
  });

  test.each(NEWER)('%s: parts have theirs, the object a checksum of checksums, and no other type', async (name) => {
    const bench = await open();
    const path = `/${bench.Bucket}/${name}`;
    const [, , value = ''] = PUBLISHED.find(([each]) => each === name) ?? [];
    const create = (more: Record<string, string>) =>
      raw(bench, {
        method: 'POST',
        path,
        query: { uploads: '' },
        headers: { 'x-amz-checksum-algorithm': name, ...more },
      });

    const whole = await create({ 'x-amz-checksum-type': 'FULL_OBJECT' });
    const created = await create({});
    const uploadId = /<UploadId>(.*)<\/UploadId>/.exec(created.text)?.[1] ?? '';
    const headers = { [`x-amz-checksum-${name}`]: value };
    const part = await raw(bench, { path, query: { partNumber: '1', uploadId }, headers, body: '' });
    const element = `Checksum${name.toUpperCase()}`;
    const listed = `<Part><PartNumber>1</PartNumber><ETag>${part.headers.etag}</ETag><${element}>${value}</${element}></Part>`;
    const done = await raw(bench, {
      ...{ method: 'POST', path, query: { uploadId } },
      body: `<CompleteMultipartUpload>${listed}</CompleteMultipartUpload>`,
    });

    expect([whole.status, whole.code]).toEqual([400, 'InvalidRequest']);
    expect([created.headers['x-amz-checksum-algorithm'], created.headers['x-amz-checksum-type']]).toEqual([
      name.toUpperCase(),
      'COMPOSITE',
    ]);
    expect(done.text).toMatch(new RegExp(`<${element}>[\\w+/]+=*-1</${element}>`));
    expect(done.text).toContain('<ChecksumType>COMPOSITE</ChecksumType>');
  });

  test('a part of a COMPOSITE upload must carry its checksum, and its completion repeats it', async () => {
    const bench = await open();
    const at = { Bucket: bench.Bucket, Key: 'k' };
    const client = quiet(bench);
    const { UploadId } = await client.createMultipartUpload({ ...at, ChecksumAlgorithm: 'SHA256' });
    const part = { ...at, UploadId, PartNumber: 1 };

    const lacking = await routeError(client.uploadPart({ ...part, Body: 'x' }));
    const { ETag } = await client.uploadPart({ ...part, Body: 'x', ChecksumAlgorithm: 'SHA256' });
    const complete = (more: Partial<s3.CompleteMultipartUploadCommandInput> = {}) =>
      routeError(
        client.completeMultipartUpload({
          ...{ ...at, UploadId, ...more },
          MultipartUpload: { Parts: [{ ETag, PartNumber: 1 }] },
        }),
      );

    expect(lacking.code).toBe('InvalidRequest');
    expect(await complete()).toMatchObject({ code: 'InvalidRequest', message: expect.stringContaining('part 1') });
    expect(await complete({ ChecksumSHA256: 'bad' })).toMatchObject({ code: 'BadDigest' });
    expect(await complete({ ChecksumSHA256: 'bad', ChecksumCRC32: 'bad' })).toMatchObject({ code: 'InvalidRequest' });
  });

  test('a part of a COMPOSITE object is told with that type', async () => {
    const { client, Bucket } = await open();
    const at = { Bucket, Key: 'k' };
    const { UploadId } = await client.createMultipartUpload({ ...at, ChecksumAlgorithm: 'SHA256' });
    const part = { ...at, UploadId, PartNumber: 1, Body: 'x', ChecksumAlgorithm: 'SHA256' } as const;
    const { ETag, ChecksumSHA256 } = await client.uploadPart(part);
    const Parts = [{ ETag, ChecksumSHA256, PartNumber: 1 }];
    await client.completeMultipartUpload({ ...at, UploadId, MultipartUpload: { Parts } });

    const got = await client.headObject({ ...at, PartNumber: 1, ChecksumMode: 'ENABLED' });

    expect([got.ChecksumType, got.ChecksumSHA256]).toEqual(['COMPOSITE', ChecksumSHA256]);
  });
});

describe('E1: checksums as Garage has them', () => {
  const open = shareS3('path', { knobs: { s3Checks: 'garage' } });

  test('none is added, and no part of an upload must carry one', async () => {
    const bench = await open();
    const at = { Bucket: bench.Bucket, Key: 'k' };
    const client = quiet(bench);

    const put = await client.putObject({ ...at, Body: NINE });
    const { UploadId } = await client.createMultipartUpload({ ...at, ChecksumAlgorithm: 'SHA256' });
    const { ETag } = await client.uploadPart({ ...at, UploadId, PartNumber: 1, Body: NINE });
    const done = await client.completeMultipartUpload({
      ...at,
      UploadId,
      MultipartUpload: { Parts: [{ ETag, PartNumber: 1 }] },
    });

    expect([put.ChecksumCRC64NVME, put.ChecksumType]).toEqual([undefined, undefined]);
    expect(done.ChecksumSHA256).toMatch(/-1$/);
  });

  test('a checksum of the object is compared with those of the parts, or refused', async () => {
    const { client, Bucket } = await open();
    const at = { Bucket, Key: 'k' };
    const { UploadId } = await client.createMultipartUpload(at);
    const { ETag } = await client.uploadPart({ ...at, UploadId, PartNumber: 1, Body: NINE });
    const complete = (more: Partial<s3.CompleteMultipartUploadCommandInput>) => {
      const MultipartUpload = { Parts: [{ ETag, PartNumber: 1 }] };
      return client.completeMultipartUpload({ ...at, UploadId, MultipartUpload, ...more });
    };

    const wrong = await routeError(complete({ ChecksumCRC32: 'AAAAAA==' }));
    const unknown = await routeError(complete({ ChecksumCRC64NVME: CRC64_OF_NINE }));
    const right = await complete({ ChecksumCRC32: 'y/Q5Jg==' });

    expect([wrong.code, unknown.code]).toEqual(['BadDigest', 'InvalidRequest']);
    expect(right.ETag).toMatch(/-1"$/);
  });

  test.each(NEWER)('%s is refused, wherever it is named, and the error says by what', async (name) => {
    const { Bucket, ask } = await open();
    const [, body = '', value = ''] = PUBLISHED.find(([each]) => each === name) ?? [];
    const put = (headers: Record<string, string>, more: Partial<RawRequest> = {}) =>
      ask({ method: 'PUT', path: `/${Bucket}/k`, body, headers, ...more });

    const responses = [
      await put({ [`x-amz-checksum-${name}`]: value }),
      await put({ 'x-amz-trailer': `x-amz-checksum-${name}` }),
      await put({ 'x-amz-sdk-checksum-algorithm': name.toUpperCase() }),
      await put({ 'x-amz-checksum-algorithm': name.toUpperCase() }, { method: 'POST', query: { uploads: '' } }),
    ];

    for (const { status, code, text } of responses) {
      expect([status, code]).toEqual([400, 'InvalidRequest']);
      expect(text).toContain('s3Checks: garage');
    }
  });
});

describe.each([
  [400, 'InvalidPart'],
  [416, 'InvalidPartNumber'],
] as const)('unknownPart: %s', (unknownPart, code) => {
  test('is the response to GET and HEAD of a missing part, of a single object and of one in parts', async () => {
    const { client, Bucket, ask } = await startS3('path', { knobs: { unknownPart } });
    const at = { Bucket, Key: 'parts' };
    await client.putObject({ Bucket, Key: 'single', Body: NINE });
    const { UploadId } = await client.createMultipartUpload(at);
    const { ETag, ChecksumCRC32 } = await client.uploadPart({ ...at, UploadId, PartNumber: 1, Body: NINE });
    const Parts = [{ ETag, ChecksumCRC32, PartNumber: 1 }];
    await client.completeMultipartUpload({ ...at, UploadId, MultipartUpload: { Parts } });

    for (const Key of ['single', 'parts']) {
      const second = (method: string) => ask({ method, path: `/${Bucket}/${Key}`, query: { partNumber: '2' } });
      const first = await client.getObject({ Bucket, Key, PartNumber: 1 });

      expect(await second('GET')).toMatchObject({ status: unknownPart, code });
      expect(await second('HEAD')).toMatchObject({ status: unknownPart, text: '' });
      expect((await second('GET')).headers['x-coffer-assumption']).toBe('unknownPart');
      expect([first.$metadata.httpStatusCode, first.ContentRange]).toEqual([206, 'bytes 0-8/9']);
      expect(await first.Body?.transformToString()).toBe(NINE);
    }
  });
});
