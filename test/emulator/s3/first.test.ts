import * as s3 from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { describe, expect, test } from 'vitest';
import { refusal, STYLES, startS3 } from './support';

describe.each(STYLES)('%s', (style) => {
  test('puts and gets an object', async () => {
    const { client, Bucket } = await startS3(style);
    const put = await client.send(
      new s3.PutObjectCommand({ Bucket, Key: 'a/b c+d', Body: 'hello', Metadata: { x: 'y' } }),
    );
    const got = await client.send(new s3.GetObjectCommand({ Bucket, Key: 'a/b c+d' }));
    expect(await got.Body?.transformToString()).toBe('hello');
    expect(got.Metadata).toEqual({ x: 'y' });
    expect(put.ETag).toBe(got.ETag);
    const list = await client.send(new s3.ListObjectsV2Command({ Bucket }));
    expect(list.Contents?.map(({ Key }) => Key)).toEqual(['a/b c+d']);
    expect((await client.send(new s3.ListBucketsCommand({}))).Buckets?.map(({ Name }) => Name)).toEqual([Bucket]);
    await client.send(new s3.HeadBucketCommand({ Bucket }));
    expect(await refusal(client.send(new s3.GetObjectCommand({ Bucket, Key: 'x' })))).toMatchObject({
      code: 'NoSuchKey',
      status: 404,
    });
    await client.send(new s3.DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'a/b c+d' }] } }));
    expect((await client.send(new s3.ListObjectsCommand({ Bucket }))).Contents).toBeUndefined();
  });

  test('multipart', async () => {
    const { client, Bucket } = await startS3(style);
    const body = Buffer.alloc(12 * 1024 * 1024, 'abc');
    const done = await new Upload({ client, params: { Bucket, Key: 'big', Body: body } }).done();
    expect(done.ETag).toMatch(/-3"$/);
    const got = await client.send(new s3.GetObjectCommand({ Bucket, Key: 'big', ChecksumMode: 'ENABLED' }));
    expect(Buffer.compare(await got.Body!.transformToByteArray(), body)).toBe(0);
  });
});
