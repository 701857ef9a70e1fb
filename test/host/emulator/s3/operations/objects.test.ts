import * as s3 from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { refusal, routeError, STYLES, shareS3 } from '../support';

const KEYS = [
  'plain',
  'with/folders/and.dots',
  'a space, a + and a %2B',
  'ümläut-日本語-🦦',
  'quotes\'"<&>',
  '/begins/with/a/slash',
  'ends/with/a/slash/',
  'double//slash',
  'tilde~star*paren()!',
  'x'.repeat(1024),
];

describe.each(STYLES)('%s', (style) => {
  const open = shareS3(style);

  test.each(KEYS)('an object lies under the key %s, and is listed by it', async (Key) => {
    const { client, Bucket } = await open();

    const put = await client.putObject({ Bucket, Key, Body: 'hello' });
    const got = await client.getObject({ Bucket, Key });
    const head = await client.headObject({ Bucket, Key });
    const list = await client.listObjectsV2({ Bucket });
    await client.deleteObject({ Bucket, Key });

    expect(await got.Body?.transformToString()).toBe('hello');
    expect([put.ETag, head.ETag]).toEqual(Array(2).fill('"5d41402abc4b2a76b9719d911017c592"'));
    expect(head.ContentLength).toBe(5);
    expect(list.Contents?.map((object) => object.Key)).toEqual([Key]);
    expect(await refusal(client.getObject({ Bucket, Key }))).toBe('404 NoSuchKey');
  });

  test('a key of more than 1,024 bytes is refused', async () => {
    const { client, Bucket } = await open();

    const work = client.putObject({ Bucket, Key: 'ü'.repeat(513), Body: '' });

    expect(await refusal(work)).toBe('400 KeyTooLongError');
  });

  test('an empty object, and the next request on its connection', async () => {
    const { client, Bucket } = await open();

    await client.putObject({ Bucket, Key: 'empty', Body: '' });
    const got = await client.getObject({ Bucket, Key: 'empty' });

    expect(got.ContentLength).toBe(0);
    expect(await got.Body?.transformToString()).toBe('');
    expect(got.ETag).toBe('"d41d8cd98f00b204e9800998ecf8427e"');
  });

  test('what is said of an object comes back with it', async () => {
    const { client, Bucket } = await open();
    const said = {
      ContentType: 'text/markdown',
      CacheControl: 'max-age=60',
      ContentDisposition: 'attachment; filename="a.md"',
      ContentEncoding: 'gzip',
      ContentLanguage: 'de',
      Metadata: { one: '1', 'two-words': 'zwei' },
      WebsiteRedirectLocation: '/elsewhere',
    };

    await client.putObject({ Bucket, Key: 'k', Body: 'x', Expires: new Date(0), ...said });
    const head = await client.headObject({ Bucket, Key: 'k' });

    expect(head).toMatchObject({ ...said, AcceptRanges: 'bytes', ContentLength: 1 });
    expect(head.ExpiresString).toBe('Thu, 01 Jan 1970 00:00:00 GMT');
    expect(head.LastModified).toBeInstanceOf(Date);
  });

  test('without a type it is binary/octet-stream', async () => {
    const { client, Bucket } = await open();

    await client.putObject({ Bucket, Key: 'k', Body: Buffer.from('x') });
    const head = await client.headObject({ Bucket, Key: 'k' });

    expect(head.ContentType).toMatch(/^(binary|application)\/octet-stream$/);
  });

  test('user metadata of more than 2 KB is refused', async () => {
    const { client, Bucket } = await open();

    const work = client.putObject({ Bucket, Key: 'k', Body: '', Metadata: { a: 'x'.repeat(2048) } });

    expect(await refusal(work)).toBe('400 MetadataTooLarge');
    await client.putObject({ Bucket, Key: 'k', Body: '', Metadata: { a: 'x'.repeat(2047) } });
  });

  test('aws-chunked is taken off Content-Encoding, the rest stays', async () => {
    const { client, Bucket } = await open();

    await client.putObject({ Bucket, Key: 'k', Body: 'x', ContentEncoding: 'gzip', ChecksumAlgorithm: 'CRC32' });
    const head = await client.headObject({ Bucket, Key: 'k' });

    expect(head.ContentEncoding).toBe('gzip');
  });

  test.each([
    ['CRC32', 'NhCmhg=='],
    ['CRC32C', 'mnG7TA=='],
    ['CRC64NVME', 'M3eFcAZSQlc='],
    ['SHA1', 'qvTGHdzF6KLavt4PO0gs2a6pQ00='],
    ['SHA256', 'LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ='],
  ] as const)('a %s checksum is kept and shown when asked for', async (ChecksumAlgorithm, ofHello) => {
    const { client, Bucket } = await open();
    const name = `Checksum${ChecksumAlgorithm}` as const;

    const put = await client.putObject({ Bucket, Key: 'k', Body: 'hello', ChecksumAlgorithm });
    const head = await client.headObject({ Bucket, Key: 'k', ChecksumMode: 'ENABLED' });
    const silent = await client.headObject({ Bucket, Key: 'k' });
    const got = await client.getObject({ Bucket, Key: 'k', ChecksumMode: 'ENABLED' });

    expect(put.ChecksumType).toBe('FULL_OBJECT');
    expect([put[name], head[name], got[name], silent[name]]).toEqual([ofHello, ofHello, ofHello, undefined]);
    expect(await got.Body?.transformToString()).toBe('hello');
  });

  test('a wrong checksum is refused and nothing is stored', async () => {
    const { client, Bucket } = await open();

    const work = client.putObject({ Bucket, Key: 'k', Body: 'hello', ChecksumCRC32: 'AAAAAA==' });

    expect(await refusal(work)).toBe('400 BadDigest');
    expect((await client.listObjectsV2({ Bucket })).KeyCount).toBe(0);
  });

  test('the response headers of the URL replace those of the object', async () => {
    const { client, Bucket } = await open();
    await client.putObject({ Bucket, Key: 'k', Body: 'x', ContentType: 'text/plain' });

    const got = await client.getObject({
      Bucket,
      Key: 'k',
      ResponseContentType: 'text/html',
      ResponseCacheControl: 'no-store',
      ResponseContentDisposition: 'inline',
      ResponseContentEncoding: 'identity',
      ResponseContentLanguage: 'en',
      ResponseExpires: new Date('2030-01-01T00:00:00Z'),
    });

    expect(got).toMatchObject({
      ContentType: 'text/html',
      CacheControl: 'no-store',
      ContentDisposition: 'inline',
      ContentEncoding: 'identity',
      ContentLanguage: 'en',
      ExpiresString: 'Tue, 01 Jan 2030 00:00:00 GMT',
    });
  });

  test('deleting what is not there is a success', async () => {
    const { client, Bucket } = await open();

    const response = await client.deleteObject({ Bucket, Key: 'nothing' });

    expect(response.$metadata.httpStatusCode).toBe(204);
  });

  test('attributes tell what was asked for', async () => {
    const { client, Bucket } = await open();
    const put = await client.putObject({ Bucket, Key: 'k', Body: 'hello', ChecksumAlgorithm: 'SHA256' });

    const got = await client.getObjectAttributes({
      Bucket,
      Key: 'k',
      ObjectAttributes: ['ETag', 'Checksum', 'ObjectSize', 'StorageClass', 'ObjectParts'],
    });

    expect(got).toMatchObject({
      ETag: '5d41402abc4b2a76b9719d911017c592',
      ObjectSize: 5,
      StorageClass: 'STANDARD',
      Checksum: { ChecksumSHA256: put.ChecksumSHA256, ChecksumType: 'FULL_OBJECT' },
    });
    expect(got.ObjectParts).toBeUndefined();
  });

  test('the version null is the object, any other is none', async () => {
    const { client, Bucket } = await open();
    await client.putObject({ Bucket, Key: 'k', Body: 'x' });

    const got = await client.getObject({ Bucket, Key: 'k', VersionId: 'null' });

    expect(await got.Body?.transformToString()).toBe('x');
    expect(await refusal(client.getObject({ Bucket, Key: 'k', VersionId: 'v1' }))).toBe('400 InvalidArgument');
  });

  describe('DeleteObjects', () => {
    test('deletes many at once, and tells of each', async () => {
      const { client, Bucket } = await open();
      for (const Key of ['a', 'b', 'c']) await client.putObject({ Bucket, Key, Body: '' });

      const response = await client.deleteObjects({
        Bucket,
        Delete: { Objects: [{ Key: 'a' }, { Key: 'b' }, { Key: 'never' }] },
      });
      const left = await client.listObjectsV2({ Bucket });

      expect(response.Deleted?.map(({ Key }) => Key)).toEqual(['a', 'b', 'never']);
      expect(left.Contents?.map(({ Key }) => Key)).toEqual(['c']);
    });

    test('says nothing of what went well when it is to be quiet', async () => {
      const { client, Bucket } = await open();

      const response = await client.deleteObjects({ Bucket, Delete: { Quiet: true, Objects: [{ Key: 'a' }] } });

      expect(response.Deleted).toBeUndefined();
      expect(response.Errors).toBeUndefined();
    });

    test('takes 1,000 keys and refuses 1,001', async () => {
      const { client, Bucket } = await open();
      const keys = Array.from({ length: 1001 }, (_, index) => ({ Key: `k${index}` }));

      const response = await client.deleteObjects({ Bucket, Delete: { Objects: keys.slice(1) } });
      const refused = client.deleteObjects({ Bucket, Delete: { Objects: keys } });

      expect(response.Deleted).toHaveLength(1000);
      expect(await refusal(refused)).toBe('400 MalformedXML');
    });

    test('keeps what has another ETag', async () => {
      const { client, Bucket } = await open();
      const { ETag } = await client.putObject({ Bucket, Key: 'a', Body: 'a' });
      await client.putObject({ Bucket, Key: 'b', Body: 'b' });

      const Objects = ['a', 'b'].map((Key) => ({ Key, ETag }));
      const response = await client.deleteObjects({ Bucket, Delete: { Objects } });

      expect(response.Deleted?.map(({ Key }) => Key)).toEqual(['a']);
      expect(response.Errors).toMatchObject([{ Key: 'b', Code: 'PreconditionFailed' }]);
    });

    test('the version null is the object, any other is none', async () => {
      const { client, Bucket } = await open();
      for (const Key of ['a', 'b']) await client.putObject({ Bucket, Key, Body: '' });
      const Objects = [
        { Key: 'a', VersionId: 'v1' },
        { Key: 'b', VersionId: 'null' },
      ];

      const response = await client.deleteObjects({ Bucket, Delete: { Objects } });
      const left = await client.listObjectsV2({ Bucket });

      expect(response.Errors).toMatchObject([{ Key: 'a', Code: 'NoSuchVersion' }]);
      expect(left.Contents?.map(({ Key }) => Key)).toEqual(['a']);
    });

    test('keys may hold what XML has to escape', async () => {
      const { client, Bucket } = await open();
      const Key = `a&b<c>"d' \u0001\r\n`;
      await client.putObject({ Bucket, Key, Body: '' });

      await client.deleteObjects({ Bucket, Delete: { Objects: [{ Key }] } });

      expect((await client.listObjectsV2({ Bucket })).KeyCount).toBe(0);
    });
  });
});

const openPlain = shareS3();

test.each<[string, Partial<s3.ObjectIdentifier>, string]>([
  ['a size', { Size: 1 }, 'NotImplemented'],
  ['a time', { LastModifiedTime: new Date(0) }, 'NotImplemented'],
  ['half of a pair in a key', { Key: '&#xD800;' }, 'MalformedXML'],
  ['an element in a key', { Key: '\ufffd<b>c</b>' }, 'MalformedXML'],
])('DeleteObjects deletes nothing where it would not do what is asked: %s', async (_, entry, code) => {
  const { client, Bucket } = await openPlain();
  // U+FFFD is what half of a pair becomes in UTF-8.
  const kept = '\ufffd';
  await client.putObject({ Bucket, Key: kept, Body: 'a' });
  const { Key = kept, ...condition } = entry;
  const command = new s3.DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'KEY', ...condition }] } });
  // The client would escape what is to arrive as it is.
  command.middlewareStack.add(
    (next) => (args) => {
      const request = args.request as { body: string };
      request.body = request.body.replace('KEY', Key);
      return next(args);
    },
    { step: 'build', priority: 'high' },
  );

  const refused = client.send(command);

  expect(await routeError(refused)).toMatchObject({ code });
  expect((await client.listObjectsV2({ Bucket })).KeyCount).toBe(1);
});
