import * as s3 from '@aws-sdk/client-s3';
import { beforeEach, describe, expect, test } from 'vitest';
import { send } from '../raw';
import { type Bench, drawStyle, refusal, routeError, shareS3 } from '../support';

const WRONG = '"00000000000000000000000000000000"';
const HOUR_MS = 3_600_000;

describe.each(drawStyle('conditional requests'))('%s', (style) => {
  const open = shareS3(style);
  let bench: Bench;
  let right: string;
  let before: Date;
  /** The very second of the object. */
  let same: Date;

  beforeEach(async () => {
    bench = await open();
    const { client, Bucket } = bench;
    right = (await client.putObject({ Bucket, Key: 'k', Body: 'hello' })).ETag ?? '';
    before = new Date(Date.now() - HOUR_MS);
    same = (await client.headObject({ Bucket, Key: 'k' })).LastModified ?? new Date(0);
  });

  type Ask = Pick<s3.GetObjectCommandInput, 'IfMatch' | 'IfNoneMatch' | 'IfModifiedSince' | 'IfUnmodifiedSince'>;

  /** What every combination means is judged in unit tests. */
  const READS: readonly [string, () => Ask, 200 | 304 | 412][] = [
    ['If-Match with the ETag', () => ({ IfMatch: right }), 200],
    ['If-Match with another ETag', () => ({ IfMatch: WRONG }), 412],
    ['If-None-Match with the ETag', () => ({ IfNoneMatch: right }), 304],
    ['If-Modified-Since at the same second', () => ({ IfModifiedSince: same }), 304],
    ['If-Unmodified-Since before', () => ({ IfUnmodifiedSince: before }), 412],
    ['If-Unmodified-Since at the same second', () => ({ IfUnmodifiedSince: same }), 200],
  ];

  test.each(READS)('%s, on GET and HEAD', async (_name, ask, status) => {
    const { client, Bucket } = bench;
    const statusOf = (work: Promise<{ readonly $metadata: s3.GetObjectCommandOutput['$metadata'] }>) =>
      work.catch((error: s3.S3ServiceException) => error).then(({ $metadata }) => $metadata.httpStatusCode);

    expect(await statusOf(client.getObject({ Bucket, Key: 'k', ...ask() }))).toBe(status);
    expect(await statusOf(client.headObject({ Bucket, Key: 'k', ...ask() }))).toBe(status);
  });

  test('a response 304 says what a cache keeps of the object: ETag, Last-Modified, Cache-Control, Expires', async () => {
    const { emulator, Bucket, credentials, client } = bench;
    const Expires = new Date('2030-01-01T00:00:00Z');
    const put = new s3.PutObjectCommand({ Bucket, Key: 'k', Body: 'hello', CacheControl: 'max-age=60', Expires });
    const { ETag = '' } = await client.send(put);
    const path = style === 'path' ? `/${Bucket}/k` : '/k';
    const headers = { 'if-none-match': ETag, ...(style === 'virtual-host' && { host: `${Bucket}.localhost` }) };

    for (const method of ['GET', 'HEAD']) {
      const { status, headers: told, text } = await send(emulator.s3Endpoint, { method, path, headers }, credentials);

      expect([status, text]).toEqual([304, '']);
      expect(told).toMatchObject({ etag: ETag, 'cache-control': 'max-age=60', expires: Expires.toUTCString() });
      expect(told['last-modified']).toEqual(expect.any(String));
      expect(told['content-length']).toBeUndefined();
      expect(told['content-type']).toBeUndefined();
    }
  });

  test.each<[string, () => string, number]>([
    ['the ETag', () => right, 206],
    ['another ETag', () => WRONG, 200],
    ['the very second of the object', () => same.toUTCString(), 206],
    ['the second before', () => new Date(same.getTime() - 1000).toUTCString(), 200],
  ])('a range counts only while If-Range holds: %s', async (_name, ifRange, status) => {
    const { emulator, Bucket, credentials } = bench;
    const path = style === 'path' ? `/${Bucket}/k` : '/k';
    const host = style === 'virtual-host' ? { host: `${Bucket}.localhost` } : {};
    const headers = { range: 'bytes=0-1', 'if-range': ifRange(), ...host };

    const response = await send(emulator.s3Endpoint, { method: 'GET', path, headers }, credentials);

    expect([response.status, response.text]).toEqual([status, status === 206 ? 'he' : 'hello']);
  });

  const WRITES: readonly [
    string,
    string,
    () => Pick<s3.PutObjectCommandInput, 'IfMatch' | 'IfNoneMatch'>,
    string | undefined,
  ][] = [
    ['If-None-Match: * on a new key', 'new', () => ({ IfNoneMatch: '*' }), undefined],
    ['If-None-Match: * on a key that is there', 'k', () => ({ IfNoneMatch: '*' }), 'PreconditionFailed'],
    ['If-None-Match with an ETag', 'k', () => ({ IfNoneMatch: WRONG }), 'NotImplemented'],
    ['If-Match with the ETag', 'k', () => ({ IfMatch: right }), undefined],
    ['If-Match with another ETag', 'k', () => ({ IfMatch: WRONG }), 'PreconditionFailed'],
    ['If-Match on a new key', 'new', () => ({ IfMatch: right }), 'NoSuchKey'],
  ];

  test.each(WRITES)('%s, on PUT', async (_name, Key, ask, code) => {
    const { client, Bucket } = bench;

    const work = client.putObject({ Bucket, Key, Body: 'changed', ...ask() });

    if (code === undefined) await work;
    else expect((await routeError(work)).code).toBe(code);
    const got = await client.getObject({ Bucket, Key: 'k' });
    expect(await got.Body?.transformToString()).toBe(code === undefined && Key === 'k' ? 'changed' : 'hello');
  });

  test('only one of many that write a new key gets it', async () => {
    const { client, Bucket } = bench;

    const all = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) =>
        client.putObject({ Bucket, Key: 'race', Body: `${index}`, IfNoneMatch: '*' }),
      ),
    );

    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test.each<[string, () => string, string | undefined]>([
    ['the ETag', () => right, undefined],
    ['*', () => '*', undefined],
    ['another ETag', () => WRONG, 'PreconditionFailed'],
  ])('If-Match with %s, on DELETE', async (_name, match, code) => {
    const { client, Bucket } = bench;

    const work = client.deleteObject({ Bucket, Key: 'k', IfMatch: match() });

    if (code === undefined) await work;
    else expect(await routeError(work)).toMatchObject({ code, status: 412 });
    expect((await client.listObjectsV2({ Bucket })).KeyCount).toBe(code === undefined ? 0 : 1);
  });

  test.each<[string, () => Partial<s3.CopyObjectCommandInput>, boolean]>([
    ['match', () => ({ CopySourceIfMatch: right }), true],
    ['not wanted', () => ({ CopySourceIfNoneMatch: right }), false],
    ['not modified', () => ({ CopySourceIfModifiedSince: same }), false],
    ['not unmodified', () => ({ CopySourceIfUnmodifiedSince: before }), false],
  ])('a copy on condition: %s', async (_name, ask, goes) => {
    const { client, Bucket } = bench;

    const work = client.copyObject({ Bucket, Key: 'copy', CopySource: `${Bucket}/k`, ...ask() });

    if (goes) expect((await work).CopyObjectResult?.ETag).toBe(right);
    else expect(await refusal(work)).toBe('412 PreconditionFailed');
  });

  describe('copies', () => {
    test('keep what was said of the source, or say it anew', async () => {
      const { client, Bucket } = bench;
      const said = { ContentType: 'text/plain', Metadata: { a: 'b' } };
      await client.putObject({ Bucket, Key: 'dir/ü +', Body: 'x', ...said, WebsiteRedirectLocation: '/x' });
      const CopySource = `/${Bucket}/${encodeURIComponent('dir/ü +')}`;

      await client.copyObject({ Bucket, Key: 'kept', CopySource });
      await client.copyObject({
        Bucket,
        Key: 'new',
        CopySource,
        MetadataDirective: 'REPLACE',
        ContentType: 'text/html',
      });
      const kept = await client.headObject({ Bucket, Key: 'kept' });
      const changed = await client.headObject({ Bucket, Key: 'new' });

      expect(kept).toMatchObject(said);
      expect(kept.WebsiteRedirectLocation).toBeUndefined();
      expect(changed.ContentType).toBe('text/html');
      expect(changed.Metadata).toEqual({});
    });

    test('compute the checksum that is asked for', async () => {
      const { client, Bucket } = bench;
      const put = await client.putObject({ Bucket, Key: 'sum', Body: 'hello', ChecksumAlgorithm: 'SHA256' });

      const copy = await client.copyObject({
        Bucket,
        Key: 'copy',
        CopySource: `${Bucket}/k`,
        ChecksumAlgorithm: 'SHA256',
      });

      expect(copy.CopyObjectResult?.ChecksumSHA256).toBe(put.ChecksumSHA256);
    });

    test('of what is not there are refused', async () => {
      const { client, Bucket } = bench;
      const copy = (CopySource: string) => refusal(client.copyObject({ Bucket, Key: 'copy', CopySource }));

      expect(await copy(`${Bucket}/none`)).toBe('404 NoSuchKey');
      expect(await copy('no-such-bucket/k')).toBe('404 NoSuchBucket');
      expect(await copy(`${Bucket}/k?versionId=1`)).toBe('400 InvalidArgument');
    });
  });

  describe('ranges', () => {
    test.each<[string, string, string]>([
      ['bytes=1-3', 'ell', '1-3'],
      ['bytes=-2', 'lo', '3-4'],
      ['bytes=-99', 'hello', '0-4'],
      ['bytes=2-99', 'llo', '2-4'],
    ])('%s', async (Range, text, range) => {
      const { client, Bucket } = bench;

      const got = await client.getObject({ Bucket, Key: 'k', Range });
      const head = await client.headObject({ Bucket, Key: 'k', Range });

      expect(got.$metadata.httpStatusCode).toBe(206);
      expect(got.ContentRange).toBe(`bytes ${range}/5`);
      expect(await got.Body?.transformToString()).toBe(text);
      expect([head.$metadata.httpStatusCode, head.ContentLength]).toEqual([206, text.length]);
    });

    test.each(['bytes=5-', 'bytes=-0'])('%s cannot be satisfied', async (Range) => {
      const { client, Bucket } = bench;

      const work = client.getObject({ Bucket, Key: 'k', Range });

      expect(await refusal(work)).toBe('416 InvalidRange');
    });

    test.each(['bytes=3-1', 'bytes=0-1,3-4', 'lines=0-1', 'bytes= -1'])(
      '%s is no range: everything comes',
      async (Range) => {
        const { client, Bucket } = bench;

        const got = await client.getObject({ Bucket, Key: 'k', Range });

        expect(got.$metadata.httpStatusCode).toBe(200);
        expect(await got.Body?.transformToString()).toBe('hello');
      },
    );
  });
});
