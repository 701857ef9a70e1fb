import type * as s3 from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { refusal, routeError, shareS3 } from '../support';

const MIB = 2 ** 20;

describe('copies, parts and owners', () => {
  const open = shareS3();

  /** An object of two parts, with numbers that have a gap. */
  async function putGaps({ client, Bucket }: Awaited<ReturnType<typeof open>>) {
    const at = { Bucket, Key: 'gaps' };
    const { UploadId } = await client.createMultipartUpload(at);
    const Parts: s3.CompletedPart[] = [];
    for (const [PartNumber, Body] of [
      [2, Buffer.alloc(5 * MIB, 'a')],
      [7, Buffer.from('bb')],
    ] as const) {
      const { ETag } = await client.uploadPart({ ...at, UploadId, PartNumber, Body });
      Parts.push({ PartNumber, ETag });
    }
    const complete = (MultipartUpload: s3.CompletedMultipartUpload) =>
      client.completeMultipartUpload({ ...at, UploadId, MultipartUpload });
    await complete({ Parts });
    return { at, Parts, complete };
  }

  test('a part is found by its number, also where numbers have gaps', async () => {
    const bench = await open();
    const { at } = await putGaps(bench);
    const get = (PartNumber: number) => bench.client.getObject({ ...at, PartNumber });

    const last = await get(7);

    expect(await last.Body?.transformToString()).toBe('bb');
    expect(last).toMatchObject({ PartsCount: 2, ContentRange: `bytes ${5 * MIB}-${5 * MIB + 1}/${5 * MIB + 2}` });
    expect((await bench.client.headObject({ ...at, PartNumber: 2 })).ContentLength).toBe(5 * MIB);
    expect(await refusal(get(1))).toBe('400 InvalidPart');
    const beyond = bench.client.headObject({ ...at, PartNumber: 8 });
    await expect(beyond).rejects.toMatchObject({ $metadata: { httpStatusCode: 400 } });
  });

  test('E16: completing a second time succeeds with the same parts only', async () => {
    const { Parts, complete } = await putGaps(await open());
    const [first = {}, second = {}] = Parts;
    const invalid = { status: 400, code: 'InvalidPart' };

    expect((await complete({ Parts })).ETag).toMatch(/-2"$/);
    expect(await routeError(complete({ Parts: [first] }))).toMatchObject(invalid);
    expect(await routeError(complete({ Parts: [first, { ...second, PartNumber: 8 }] }))).toMatchObject(invalid);
    expect(await routeError(complete({ Parts: [first, { ...second, ETag: first.ETag }] }))).toMatchObject(invalid);
  });

  test('the owner that a client expects of a bucket, and of the bucket of a source, is compared', async () => {
    const { client, Bucket, emulator } = await open();
    const at = { Bucket, Key: 'k' };
    const copy = { ...at, Key: 'copy', CopySource: `${Bucket}/k` };
    const denied = { status: 403, code: 'AccessDenied' };
    const [ours, other] = [emulator.projectId, 'project-of-others'];
    await client.putObject({ ...at, Body: 'x', ExpectedBucketOwner: ours });
    const { UploadId } = await client.createMultipartUpload(at);
    const part = { ...copy, Key: 'k', UploadId, PartNumber: 1 };

    await client.copyObject({ ...copy, ExpectedSourceBucketOwner: ours });
    const send = [
      () => client.putObject({ ...at, Body: 'y', ExpectedBucketOwner: other }),
      () => client.copyObject({ ...copy, ExpectedSourceBucketOwner: other }),
      () => client.uploadPartCopy({ ...part, ExpectedSourceBucketOwner: other }),
    ];
    for (const each of send) expect(await routeError(each())).toMatchObject(denied);
  });
});
