import type * as s3 from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { type Bench, drawStyle, refusal, routeError, shareS3 } from '../support';

const KEYS = ['a', 'b/1', 'b/2', 'b/c/3', 'd', 'e/4', 'f+g h', 'ü'];

async function fill({ client, Bucket }: Bench, keys = KEYS): Promise<void> {
  for (const Key of keys) await client.putObject({ Bucket, Key, Body: Buffer.from(Key) });
}

const keysOf = ({ Contents = [] }: { Contents?: readonly { Key?: string | undefined }[] | undefined }) =>
  Contents.map(({ Key }) => Key);
const prefixesOf = ({
  CommonPrefixes = [],
}: {
  CommonPrefixes?: readonly { Prefix?: string | undefined }[] | undefined;
}) => CommonPrefixes.map(({ Prefix }) => Prefix);

/** What is asked, and what comes. */
const CASES: readonly [string, Partial<s3.ListObjectsV2CommandInput>, readonly string[], readonly string[]][] = [
  ['everything', {}, KEYS, []],
  ['a prefix', { Prefix: 'b/' }, ['b/1', 'b/2', 'b/c/3'], []],
  ['a prefix of nothing', { Prefix: 'zzz' }, [], []],
  ['a delimiter', { Delimiter: '/' }, ['a', 'd', 'f+g h', 'ü'], ['b/', 'e/']],
  ['a delimiter and a prefix', { Delimiter: '/', Prefix: 'b/' }, ['b/1', 'b/2'], ['b/c/']],
  ['a delimiter of several characters', { Delimiter: '/c/' }, ['a', 'b/1', 'b/2', 'd', 'e/4', 'f+g h', 'ü'], ['b/c/']],
  ['a delimiter that no key holds', { Delimiter: '|' }, KEYS, []],
];

describe.each(drawStyle('lists'))('%s', (style) => {
  const open = shareS3(style);

  test.each(CASES)('lists %s, in both versions', async (_name, asked, keys, prefixes) => {
    const bench = await open();
    await fill(bench);

    const v2 = await bench.client.listObjectsV2({ Bucket: bench.Bucket, ...asked });
    const v1 = await bench.client.listObjects({
      Bucket: bench.Bucket,
      Prefix: asked.Prefix,
      Delimiter: asked.Delimiter,
    });

    expect([keysOf(v2), prefixesOf(v2)]).toEqual([keys, prefixes]);
    expect([keysOf(v1), prefixesOf(v1)]).toEqual([keys, prefixes]);
    expect(v2).toMatchObject({
      KeyCount: keys.length + prefixes.length,
      IsTruncated: false,
      MaxKeys: 1000,
      Name: bench.Bucket,
    });
    expect(v1).toMatchObject({ IsTruncated: false, MaxKeys: 1000, Marker: '', Prefix: asked.Prefix ?? '' });
    expect(v1.NextMarker).toBeUndefined();
  });

  test.each([1, 2, 3, 7])('pages of %i hold everything once', async (MaxKeys) => {
    const bench = await open();
    await fill(bench);

    const found: (string | undefined)[] = [];
    let ContinuationToken: string | undefined;
    do {
      const page: s3.ListObjectsV2CommandOutput = await bench.client.listObjectsV2({
        Bucket: bench.Bucket,
        MaxKeys,
        Delimiter: '/',
        ContinuationToken,
      });
      expect(page.KeyCount).toBeLessThanOrEqual(MaxKeys);
      found.push(...keysOf(page), ...prefixesOf(page));
      ContinuationToken = page.NextContinuationToken;
      expect(page.IsTruncated).toBe(ContinuationToken !== undefined);
    } while (ContinuationToken !== undefined);

    expect(found.sort()).toEqual(['a', 'b/', 'd', 'e/', 'f+g h', 'ü']);
  });

  test('version 1 goes on after a marker, which may be a common prefix', async () => {
    const bench = await open();
    await fill(bench);
    const list = (Marker?: string) =>
      bench.client.listObjects({ Bucket: bench.Bucket, MaxKeys: 2, Delimiter: '/', Marker });

    const first = await list();
    const second = await list(first.NextMarker);
    const third = await list(second.NextMarker);

    expect([keysOf(first), prefixesOf(first), first.NextMarker]).toEqual([['a'], ['b/'], 'b/']);
    expect([keysOf(second), prefixesOf(second), second.NextMarker]).toEqual([['d'], ['e/'], 'e/']);
    expect([keysOf(third), third.NextMarker, third.IsTruncated]).toEqual([['f+g h', 'ü'], undefined, false]);
  });

  test('version 1 without a delimiter names no next marker', async () => {
    const bench = await open();
    await fill(bench);

    const page = await bench.client.listObjects({ Bucket: bench.Bucket, MaxKeys: 2 });

    expect(page.IsTruncated).toBe(true);
    expect(page.NextMarker).toBeUndefined();
  });

  test('begins after a key', async () => {
    const bench = await open();
    await fill(bench);

    const page = await bench.client.listObjectsV2({ Bucket: bench.Bucket, StartAfter: 'b/2' });

    expect(keysOf(page)).toEqual(['b/c/3', 'd', 'e/4', 'f+g h', 'ü']);
    expect(page.StartAfter).toBe('b/2');
  });

  test('no keys asked for are no keys, and that is not truncated', async () => {
    const bench = await open();
    await fill(bench, ['a']);

    const v2 = await bench.client.listObjectsV2({ Bucket: bench.Bucket, MaxKeys: 0 });
    const v1 = await bench.client.listObjects({ Bucket: bench.Bucket, MaxKeys: 0 });

    expect(v2).toMatchObject({ KeyCount: 0, IsTruncated: false, MaxKeys: 0 });
    expect(v1).toMatchObject({ IsTruncated: false, MaxKeys: 0 });
    expect(keysOf(v2)).toEqual([]);
  });

  test('more than 1,000 are never given', async () => {
    const bench = await open();

    const page = await bench.client.listObjectsV2({ Bucket: bench.Bucket, MaxKeys: 5000 });

    expect(page.MaxKeys).toBe(1000);
  });

  test.each(['-1', 'abc', '2147483648'])('max-keys=%s is an invalid argument', async (value) => {
    const { Bucket, ask } = await open();

    const response = await ask({ method: 'GET', path: `/${Bucket}`, query: { 'max-keys': value } });

    expect([response.status, response.code]).toEqual([400, 'InvalidArgument']);
  });

  test('encoding-type=url leaves the slash alone and writes + as %2B', async () => {
    const bench = await open();
    await fill(bench, ["p/!'(*)~", 'p/+ ü']);

    const v2 = await bench.client.listObjectsV2({
      Bucket: bench.Bucket,
      EncodingType: 'url',
      Prefix: 'p/',
      StartAfter: 'p/',
    });
    const v1 = await bench.client.listObjects({
      Bucket: bench.Bucket,
      EncodingType: 'url',
      Delimiter: '+',
      Marker: 'p/',
    });

    expect(v2).toMatchObject({ EncodingType: 'url', Prefix: 'p/', StartAfter: 'p/' });
    expect(keysOf(v2)).toEqual(['p/%21%27%28*%29~', 'p/%2B%20%C3%BC']);
    expect(v1).toMatchObject({ Delimiter: '%2B', Marker: 'p/' });
    expect(prefixesOf(v1)).toEqual(['p/%2B']);
  });

  test('another encoding is an invalid argument', async () => {
    const { client, Bucket } = await open();

    const work = client.listObjectsV2({ Bucket, EncodingType: 'base64' as 'url' });

    expect(await routeError(work)).toEqual({
      code: 'InvalidArgument',
      status: 400,
      message: 'Invalid Encoding Method specified in Request',
    });
  });

  test('the owner comes when it is asked for', async () => {
    const bench = await open();
    await fill(bench, ['a']);

    const without = await bench.client.listObjectsV2({ Bucket: bench.Bucket });
    const withOwner = await bench.client.listObjectsV2({ Bucket: bench.Bucket, FetchOwner: true });

    expect(without.Contents?.[0]?.Owner).toBeUndefined();
    expect(withOwner.Contents?.[0]?.Owner?.ID).toBe(bench.emulator.projectId);
  });

  test('a token that no list gave is refused', async () => {
    const { client, Bucket } = await open();

    const work = client.listObjectsV2({ Bucket, ContinuationToken: 'nonsense' });

    expect(await refusal(work)).toBe('400 InvalidArgument');
  });

  test('keys are in the order of their bytes', async () => {
    const bench = await open();
    const keys = ['\u{1F9A6}', '\uFF5E', 'Z', 'a', 'a/', 'a0'];
    await fill(bench, keys);

    const page = await bench.client.listObjectsV2({ Bucket: bench.Bucket });

    expect(keysOf(page)).toEqual(['Z', 'a', 'a/', 'a0', '\uFF5E', '\u{1F9A6}']);
  });
});
