import type * as s3 from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { type Bench, drawStyle, refusal, routeError, shareS3 } from '../support';

const MIB = 1024 * 1024;
const FIVE = Buffer.alloc(5 * MIB, 'five');

type Begin = Omit<s3.CreateMultipartUploadCommandInput, 'Bucket' | 'Key'>;

/** Uploads the pieces as the parts 1, 2, … of the object `big`, and tells what completing it needs. */
async function upload({ client, Bucket }: Bench, pieces: readonly Uint8Array[], begin: Begin = {}) {
  const at = { Bucket, Key: 'big' };
  const { UploadId } = await client.createMultipartUpload({ ...at, ...begin });
  const { ChecksumAlgorithm } = begin;
  const Parts: s3.CompletedPart[] = [];
  for (const [index, Body] of pieces.entries()) {
    const PartNumber = index + 1;
    const part = { ...at, UploadId, PartNumber, Body, ChecksumAlgorithm };
    const { $metadata: _, ...sent } = await client.uploadPart(part);
    Parts.push({ PartNumber, ...sent });
  }
  return { UploadId, Parts };
}

const complete = (
  { client, Bucket }: Bench,
  UploadId: string | undefined,
  Parts: s3.CompletedPart[],
  more: Partial<s3.CompleteMultipartUploadCommandInput> = {},
) => client.completeMultipartUpload({ Bucket, Key: 'big', UploadId, MultipartUpload: { Parts }, ...more });

describe.each(drawStyle('multipart uploads'))('%s', (style) => {
  const open = shareS3(style);

  test('parts become one object, with what was said when it was begun', async () => {
    const bench = await open();
    const { client, Bucket } = bench;

    const { UploadId, Parts } = await upload(bench, [FIVE, Buffer.from('tail')], {
      ContentType: 'text/plain',
      Metadata: { a: 'b' },
    });
    const done = await complete(bench, UploadId, Parts);
    const got = await client.getObject({ Bucket, Key: 'big' });

    expect(done).toMatchObject({ Bucket, Key: 'big' });
    expect(done.ETag).toMatch(/^"[0-9a-f]{32}-2"$/);
    expect(done.Location).toContain('/big');
    expect(got).toMatchObject({
      ContentLength: 5 * MIB + 4,
      ContentType: 'text/plain',
      Metadata: { a: 'b' },
      ETag: done.ETag,
    });
    expect(
      Buffer.from((await got.Body?.transformToByteArray()) ?? []).equals(Buffer.concat([FIVE, Buffer.from('tail')])),
    ).toBe(true);
  });

  test('completing twice has the same response', async () => {
    const bench = await open();
    const { UploadId, Parts } = await upload(bench, [Buffer.from('x')]);

    const first = await complete(bench, UploadId, Parts);
    const second = await complete(bench, UploadId, Parts);
    const other = Parts.map(({ ETag, ...part }) => ({ ...part, ETag: `${ETag?.replaceAll('"', '')}-1` }));
    const third = await routeError(complete(bench, UploadId, other));

    expect({ ...second, $metadata: 0 }).toEqual({ ...first, $metadata: 0 });
    expect(third).toMatchObject({ code: 'InvalidPart', status: 400 });
  });

  test.each([
    ['CRC32', 'COMPOSITE'],
    ['CRC32C', 'COMPOSITE'],
    ['SHA1', 'COMPOSITE'],
    ['SHA256', 'COMPOSITE'],
    ['CRC32', 'FULL_OBJECT'],
    ['CRC32C', 'FULL_OBJECT'],
    ['CRC64NVME', 'FULL_OBJECT'],
  ] as const)('a %s checksum of the type %s is that of the object', async (ChecksumAlgorithm, ChecksumType) => {
    const bench = await open();
    const { client, Bucket } = bench;
    const name = `Checksum${ChecksumAlgorithm}` as const;
    const pieces = [FIVE, Buffer.from('tail')];
    const whole = await client.putObject({ Bucket, Key: 'whole', Body: Buffer.concat(pieces), ChecksumAlgorithm });

    const { UploadId, Parts } = await upload(bench, pieces, { ChecksumAlgorithm, ChecksumType });
    const done = await complete(bench, UploadId, Parts, { ChecksumType });
    const head = await client.headObject({ Bucket, Key: 'big', ChecksumMode: 'ENABLED' });

    expect(done.ChecksumType).toBe(ChecksumType);
    if (ChecksumType === 'FULL_OBJECT') expect(done[name]).toBe(whole[name]);
    else expect(done[name]).toMatch(/-2$/);
    expect([head[name], head.ChecksumType]).toEqual([done[name], ChecksumType]);

    const again = await upload(bench, pieces, { ChecksumAlgorithm, ChecksumType });
    const other = await client.putObject({ Bucket, Key: 'other', Body: 'x', ChecksumAlgorithm });
    const wrong = complete(bench, again.UploadId, again.Parts, { ChecksumType, [name]: other[name] });
    expect(await refusal(wrong)).toBe('400 BadDigest');
    const right = await complete(bench, again.UploadId, again.Parts, { ChecksumType, [name]: done[name] });
    expect(right[name]).toBe(done[name]);
  });

  test.each([
    ['COMPOSITE', 'CRC64NVME'],
    ['FULL_OBJECT', 'SHA1'],
    ['FULL_OBJECT', 'SHA256'],
  ] as const)('%s is no type of a %s checksum', async (ChecksumType, ChecksumAlgorithm) => {
    const { client, Bucket } = await open();

    const work = client.createMultipartUpload({ Bucket, Key: 'big', ChecksumAlgorithm, ChecksumType });

    expect(await refusal(work)).toBe('400 InvalidRequest');
  });

  test('a part uploaded again replaces the first', async () => {
    const bench = await open();
    const { client, Bucket } = bench;
    const { UploadId } = await upload(bench, [Buffer.from('old')]);

    const { ETag } = await client.uploadPart({ Bucket, Key: 'big', UploadId, PartNumber: 1, Body: 'new' });
    await complete(bench, UploadId, [{ PartNumber: 1, ETag }]);

    const got = await client.getObject({ Bucket, Key: 'big' });
    expect(await got.Body?.transformToString()).toBe('new');
  });

  test('an aborted upload is gone', async () => {
    const bench = await open();
    const { client, Bucket } = bench;
    const { UploadId, Parts } = await upload(bench, [Buffer.from('x')]);

    await client.abortMultipartUpload({ Bucket, Key: 'big', UploadId });

    expect(await refusal(complete(bench, UploadId, Parts))).toBe('404 NoSuchUpload');
    expect(await refusal(client.abortMultipartUpload({ Bucket, Key: 'big', UploadId }))).toBe('404 NoSuchUpload');
    expect(await refusal(client.listParts({ Bucket, Key: 'big', UploadId }))).toBe('404 NoSuchUpload');
    expect(await refusal(client.uploadPart({ Bucket, Key: 'big', UploadId, PartNumber: 1, Body: '' }))).toBe(
      '404 NoSuchUpload',
    );
  });

  test.each([0, 10_001])('a part numbered %i is refused', async (PartNumber) => {
    const bench = await open();
    const { client, Bucket } = bench;
    const { UploadId } = await upload(bench, []);

    const work = client.uploadPart({ Bucket, Key: 'big', UploadId, PartNumber, Body: 'x' });

    expect(await refusal(work)).toBe('400 InvalidArgument');
  });

  test('parts are copied from another object, whole or in part', async () => {
    const bench = await open();
    const { client, Bucket } = bench;
    await client.putObject({ Bucket, Key: 'source +ü', Body: FIVE });
    const { UploadId } = await upload(bench, []);
    const copy = (PartNumber: number, CopySourceRange?: string) =>
      client.uploadPartCopy({
        Bucket,
        Key: 'big',
        UploadId,
        PartNumber,
        CopySource: `${Bucket}/${encodeURIComponent('source +ü')}`,
        CopySourceRange,
      });

    const first = await copy(1);
    const second = await copy(2, 'bytes=4-7');
    expect(await routeError(copy(3, 'bytes=0-99999999'))).toMatchObject({ status: 400 });
    expect(await refusal(copy(3, 'bytes=5-'))).toBe('400 InvalidArgument');
    await complete(bench, UploadId, [
      { PartNumber: 1, ETag: first.CopyPartResult?.ETag },
      { PartNumber: 2, ETag: second.CopyPartResult?.ETag },
    ]);

    const got = await client.getObject({ Bucket, Key: 'big', Range: `bytes=${5 * MIB - 4}-` });
    expect(await got.Body?.transformToString()).toBe('fivefive');
  });

  test('parts are listed in pages', async () => {
    const bench = await open();
    const { client, Bucket } = bench;
    const { UploadId, Parts } = await upload(
      bench,
      [1, 2, 3].map((n) => Buffer.alloc(n)),
    );
    const list = (PartNumberMarker?: string) =>
      client.listParts({ Bucket, Key: 'big', UploadId, MaxParts: 2, PartNumberMarker });

    const first = await list();
    const second = await list(first.NextPartNumberMarker);

    expect(first).toMatchObject({ IsTruncated: true, MaxParts: 2, NextPartNumberMarker: '2', Key: 'big', Bucket });
    expect(first.Parts?.map(({ PartNumber, Size, ETag }) => [PartNumber, Size, ETag])).toEqual([
      [1, 1, Parts[0]?.ETag],
      [2, 2, Parts[1]?.ETag],
    ]);
    expect(second).toMatchObject({ IsTruncated: false, PartNumberMarker: '2' });
    expect(second.Parts?.map(({ PartNumber }) => PartNumber)).toEqual([3]);
  });

  test('unfinished uploads are listed by key and beginning, with prefix, delimiter and markers', async () => {
    const { client, Bucket } = await open();
    const ids: (string | undefined)[] = [];
    for (const Key of ['a', 'a', 'b/1', 'b/2', 'c']) {
      ids.push((await client.createMultipartUpload({ Bucket, Key })).UploadId);
    }
    const list = (more: Partial<s3.ListMultipartUploadsCommandInput>) =>
      client.listMultipartUploads({ Bucket, ...more });

    const all = await list({});
    const grouped = await list({ Delimiter: '/' });
    const first = await list({ MaxUploads: 1 });
    const second = await list({ KeyMarker: first.NextKeyMarker, UploadIdMarker: first.NextUploadIdMarker });
    const prefixed = await list({ Prefix: 'b/' });

    expect(all.Uploads?.map(({ UploadId }) => UploadId)).toEqual(ids);
    expect(grouped.Uploads?.map(({ Key }) => Key)).toEqual(['a', 'a', 'c']);
    expect(grouped.CommonPrefixes).toEqual([{ Prefix: 'b/' }]);
    expect(first).toMatchObject({ IsTruncated: true, NextKeyMarker: 'a', NextUploadIdMarker: ids[0], MaxUploads: 1 });
    expect(second.Uploads?.map(({ UploadId }) => UploadId)).toEqual(ids.slice(1));
    expect(prefixed.Uploads?.map(({ Key }) => Key)).toEqual(['b/1', 'b/2']);
  });

  test('GET and HEAD by part number give one part', async () => {
    const bench = await open();
    const { client, Bucket } = bench;
    const { UploadId, Parts } = await upload(bench, [FIVE, Buffer.from('tail')]);
    await complete(bench, UploadId, Parts);

    const got = await client.getObject({ Bucket, Key: 'big', PartNumber: 2 });
    const head = await client.headObject({ Bucket, Key: 'big', PartNumber: 1 });
    const attributes = await client.getObjectAttributes({ Bucket, Key: 'big', ObjectAttributes: ['ObjectParts'] });

    const ContentRange = `bytes ${5 * MIB}-${5 * MIB + 3}/${5 * MIB + 4}`;
    expect(got).toMatchObject({ PartsCount: 2, ContentLength: 4, ContentRange });
    expect(await got.Body?.transformToString()).toBe('tail');
    expect(head).toMatchObject({ PartsCount: 2, ContentLength: 5 * MIB });
    expect(attributes.ObjectParts?.TotalPartsCount).toBe(2);
    expect(await refusal(client.getObject({ Bucket, Key: 'big', PartNumber: 3 }))).toBe('400 InvalidPart');
    const both = await routeError(client.getObject({ Bucket, Key: 'big', PartNumber: 1, Range: 'bytes=0-1' }));
    const message = 'Cannot specify both Range header and partNumber query parameter';
    expect(both).toEqual({ code: 'InvalidRequest', status: 400, message });
  });

  test('If-None-Match on completing keeps an object that is there', async () => {
    const bench = await open();
    const { client, Bucket } = bench;
    await client.putObject({ Bucket, Key: 'big', Body: 'first' });
    const { UploadId, Parts } = await upload(bench, [Buffer.from('second')]);

    expect(await refusal(complete(bench, UploadId, Parts, { IfNoneMatch: '*' }))).toBe('412 PreconditionFailed');
    const got = await client.getObject({ Bucket, Key: 'big' });
    expect(await got.Body?.transformToString()).toBe('first');
  });
});
