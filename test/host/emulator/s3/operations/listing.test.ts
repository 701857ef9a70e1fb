import type * as s3 from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { type Bench, drawStyle, shareS3 } from '../support';

const KEYS = ['a', 'b/1', 'b/2', 'b/c/3', 'd', 'e/4', 'f+g h', 'ü'];

async function fill({ client, Bucket }: Bench, keys = KEYS): Promise<void> {
  for (const Key of keys) await client.putObject({ Bucket, Key, Body: Buffer.from(Key) });
}

type Page = Pick<s3.ListObjectsV2CommandOutput, 'Contents' | 'CommonPrefixes'>;
const keysOf = ({ Contents = [] }: Page) => Contents.map(({ Key }) => Key);
const prefixesOf = ({ CommonPrefixes = [] }: Page) => CommonPrefixes.map(({ Prefix }) => Prefix);

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
    const v1 = await bench.client.listObjects({ Bucket: bench.Bucket, ...asked } as s3.ListObjectsCommandInput);

    expect([keysOf(v2), prefixesOf(v2)]).toEqual([keys, prefixes]);
    expect([keysOf(v1), prefixesOf(v1)]).toEqual([keys, prefixes]);
    expect([v2.KeyCount, v2.IsTruncated, v1.IsTruncated]).toEqual([keys.length + prefixes.length, false, false]);
  });

  test.each([1, 3])('pages of %i hold everything once', async (MaxKeys) => {
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

  test('no keys asked for are no keys, and that is not truncated; more than 1,000 are never given', async () => {
    const bench = await open();
    await fill(bench, ['a']);

    const v2 = await bench.client.listObjectsV2({ Bucket: bench.Bucket, MaxKeys: 0 });
    const v1 = await bench.client.listObjects({ Bucket: bench.Bucket, MaxKeys: 0 });

    expect(v2).toMatchObject({ KeyCount: 0, IsTruncated: false, MaxKeys: 0 });
    expect(v1).toMatchObject({ IsTruncated: false, MaxKeys: 0 });
    expect(keysOf(v2)).toEqual([]);
    expect((await bench.client.listObjectsV2({ Bucket: bench.Bucket, MaxKeys: 5000 })).MaxKeys).toBe(1000);
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
});
