import type * as s3 from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { type Bench, drawStyle, refusal, shareS3 } from '../support';

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
    const bytes = Buffer.from((await got.Body?.transformToByteArray()) ?? []);
    expect(bytes.equals(Buffer.concat([FIVE, Buffer.from('tail')]))).toBe(true);
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
    await complete(bench, UploadId, [
      { PartNumber: 1, ETag: first.CopyPartResult?.ETag },
      { PartNumber: 2, ETag: second.CopyPartResult?.ETag },
    ]);

    const got = await client.getObject({ Bucket, Key: 'big', Range: `bytes=${5 * MIB - 4}-` });
    expect(await got.Body?.transformToString()).toBe('fivefive');
  });
});
