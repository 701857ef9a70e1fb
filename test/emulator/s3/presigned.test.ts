import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { expect, test } from 'vitest';
import { startS3 } from './support';

test('what the SDK presigns without further settings takes any body, and gives it back', async () => {
  const { client, Bucket } = await startS3();
  const address = { Bucket, Key: 'by url' };
  const upload = await getSignedUrl(client, new PutObjectCommand(address), { expiresIn: 60 });
  const download = await getSignedUrl(client, new GetObjectCommand(address), { expiresIn: 60 });

  const put = await fetch(upload, { method: 'PUT', body: 'whatever the browser sends' });
  const got = await fetch(download);

  expect(put.status).toBe(200);
  expect(await got.text()).toBe('whatever the browser sends');
});
