import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { expect, test } from 'vitest';
import { startS3 } from './support';

test('what the SDK presigns without further settings takes any body, and gives it back', async () => {
  const { client, Bucket } = await startS3();
  const address = { Bucket, Key: 'by url' };
  const command = new PutObjectCommand({ ...address, Metadata: { a: 'b' } });
  const upload = await getSignedUrl(client, command, { expiresIn: 60 });
  const download = await getSignedUrl(client, new GetObjectCommand(address), { expiresIn: 60 });

  const put = await fetch(upload, { method: 'PUT', body: 'whatever the browser sends' });
  const got = await fetch(download);

  expect(new URL(upload).searchParams.get('x-amz-meta-a')).toBe('b');
  expect(put.status).toBe(200);
  expect((await client.headObject(address)).Metadata).toEqual({ a: 'b' });
  expect(await got.text()).toBe('whatever the browser sends');
});

test('the error for a URL of signature version 2, which boto3 makes for us-east-1, says the cure', async () => {
  const { emulator, Bucket, credentials } = await startS3();
  const query = `AWSAccessKeyId=${credentials.accessKeyId}&Signature=abc&Expires=4102444800`;

  const response = await fetch(`${emulator.s3Endpoint}/${Bucket}/k?${query}`);

  expect(response.status).toBe(400);
  expect(await response.text()).toContain('Config(signature_version=&quot;s3v4&quot;)');
});
