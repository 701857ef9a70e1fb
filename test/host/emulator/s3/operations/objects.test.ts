import { Readable } from 'node:stream';
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
});

const open = shareS3();

test('an empty object has no bytes, and does not hold up the next request on its connection', async () => {
  const { client, Bucket } = await open();

  await client.putObject({ Bucket, Key: 'empty', Body: '' });
  const got = await client.getObject({ Bucket, Key: 'empty' });

  expect([got.ContentLength, await got.Body?.transformToString()]).toEqual([0, '']);
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

test('metadata of 2 KB is taken, and its type is that of bytes where none was said', async () => {
  const { client, Bucket } = await open();

  await client.putObject({ Bucket, Key: 'k', Body: Buffer.from('x'), Metadata: { a: 'x'.repeat(2047) } });

  const { ContentType } = await client.headObject({ Bucket, Key: 'k' });
  expect(ContentType).toMatch(/^(binary|application)\/octet-stream$/);
});

test.each([
  ['CRC32', 'NhCmhg=='],
  ['CRC32C', 'mnG7TA=='],
  ['CRC64NVME', 'M3eFcAZSQlc='],
  ['SHA1', 'qvTGHdzF6KLavt4PO0gs2a6pQ00='],
  ['SHA256', 'LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ='],
] as const)('a %s checksum is kept and shown when asked for, of a text and of a stream', async (algorithm, ofHello) => {
  const { client, Bucket } = await open();
  const name = `Checksum${algorithm}` as const;

  for (const Body of ['hello', Readable.from([Buffer.from('hello')])]) {
    const object = { Bucket, Key: 'k', Body, ContentLength: 5, ContentEncoding: 'gzip' };
    const put = await client.putObject({ ...object, ChecksumAlgorithm: algorithm });
    const got = await client.getObject({ Bucket, Key: 'k', ChecksumMode: 'ENABLED' });
    const head = await client.headObject({ Bucket, Key: 'k', ChecksumMode: 'ENABLED' });
    const silent = await client.headObject({ Bucket, Key: 'k' });

    expect(put.ChecksumType).toBe('FULL_OBJECT');
    expect([put[name], head[name], got[name], silent[name]]).toEqual([ofHello, ofHello, ofHello, undefined]);
    if (algorithm !== 'CRC64NVME') expect(head.ChecksumCRC64NVME).toBeUndefined();
    expect([got.ContentEncoding, await got.Body?.transformToString()]).toEqual(['gzip', 'hello']);
  }
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
  const wanted = {
    ContentType: 'text/html',
    CacheControl: 'no-store',
    ContentDisposition: 'inline',
    ContentEncoding: 'identity',
    ContentLanguage: 'en',
  };

  const got = await client.getObject({
    ...{ Bucket, Key: 'k', ResponseExpires: new Date('2030-01-01T00:00:00Z') },
    ...Object.fromEntries(Object.entries(wanted).map(([name, value]) => [`Response${name}`, value])),
  });

  expect(got).toMatchObject({ ...wanted, ExpiresString: 'Tue, 01 Jan 2030 00:00:00 GMT' });
});

test('deleting what is not there is a success', async () => {
  const { client, Bucket } = await open();

  const response = await client.deleteObject({ Bucket, Key: 'nothing' });

  expect(response.$metadata.httpStatusCode).toBe(204);
});

test('the version null is the object', async () => {
  const { client, Bucket } = await open();
  await client.putObject({ Bucket, Key: 'k', Body: 'x' });

  const got = await client.getObject({ Bucket, Key: 'k', VersionId: 'null' });

  expect(await got.Body?.transformToString()).toBe('x');
});

test('DeleteObjects deletes many at once, of every key, and tells of each', async () => {
  const { client, Bucket } = await open();
  const escaped = `a&b<c>"d' \u0001\r\n`;
  for (const Key of [escaped, 'b', 'c']) await client.putObject({ Bucket, Key, Body: '' });
  const Objects = [{ Key: escaped }, { Key: 'b', VersionId: 'null' }, { Key: 'never' }];

  const response = await client.deleteObjects({ Bucket, Delete: { Objects } });
  const left = await client.listObjectsV2({ Bucket });

  expect(response.Deleted?.map(({ Key }) => Key?.slice(0, 5))).toEqual(['a&b<c', 'b', 'never']);
  expect(left.Contents?.map(({ Key }) => Key)).toEqual(['c']);
});

test('DeleteObjects takes 1,000 keys and refuses 1,001', async () => {
  const { client, Bucket } = await open();
  const keys = Array.from({ length: 1001 }, (_, index) => ({ Key: `k${index}` }));

  const response = await client.deleteObjects({ Bucket, Delete: { Objects: keys.slice(1) } });
  const refused = client.deleteObjects({ Bucket, Delete: { Objects: keys } });

  expect(response.Deleted).toHaveLength(1000);
  expect(await refusal(refused)).toBe('400 MalformedXML');
});

test('DeleteObjects keeps what has another ETag or version', async () => {
  const { client, Bucket } = await open();
  const { ETag } = await client.putObject({ Bucket, Key: 'a', Body: 'a' });
  for (const Key of ['b', 'c']) await client.putObject({ Bucket, Key, Body: Key });
  const Objects = [
    { Key: 'a', ETag },
    { Key: 'b', ETag },
    { Key: 'c', VersionId: 'v1' },
  ];

  const response = await client.deleteObjects({ Bucket, Delete: { Objects } });

  expect(response.Deleted?.map(({ Key }) => Key)).toEqual(['a']);
  expect(response.Errors?.map(({ Key, Code }) => [Key, Code])).toEqual([
    ['b', 'PreconditionFailed'],
    ['c', 'NoSuchVersion'],
  ]);
  expect((await client.listObjectsV2({ Bucket })).KeyCount).toBe(2);
});

test.each<[string, Partial<s3.ObjectIdentifier>, string]>([
  ['a size', { Size: 1 }, 'NotImplemented'],
  ['a time', { LastModifiedTime: new Date(0) }, 'NotImplemented'],
  ['half of a pair in a key', { Key: '&#xD800;' }, 'MalformedXML'],
  ['an element in a key', { Key: '\ufffd<b>c</b>' }, 'MalformedXML'],
])('DeleteObjects deletes nothing where it would not do what is asked: %s', async (_, entry, code) => {
  const { client, Bucket } = await open();
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
