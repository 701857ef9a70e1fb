import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { expect, test } from 'vitest';
import { type Bench, startS3 } from './support';

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

/** A presigned PUT or GET with these parameters in its query, which the signature covers. */
async function presign(method: 'GET' | 'PUT', { client, Bucket }: Bench, Key: string, query: Record<string, string>) {
  const Command = (method === 'PUT' ? PutObjectCommand : GetObjectCommand) as typeof PutObjectCommand;
  const command = new Command({ Bucket, Key });
  command.middlewareStack.add(
    (next) => (args) => {
      Object.assign((args.request as { query: Record<string, string> }).query, query);
      return next(args);
    },
    { step: 'build' },
  );
  return getSignedUrl(client, command, { expiresIn: 60 });
}

test.each([
  ['If-None-Match', '*'],
  ['if-none-match', '*'],
  ['If-Match', '"00000000000000000000000000000000"'],
])('E19: %s: %s in the query of a presigned PUT is a condition, and nothing is overwritten', async (name, value) => {
  const bench = await startS3();
  const { client, Bucket } = bench;
  await client.putObject({ Bucket, Key: 'k', Body: 'first' });
  const url = await presign('PUT', bench, 'k', { [name]: value });

  const response = await fetch(url, { method: 'PUT', body: 'second' });

  expect(new URL(url).searchParams.get(name)).toBe(value);
  expect(response.status).toBe(412);
  expect(await response.text()).toContain('<Code>PreconditionFailed</Code>');
  expect(await (await client.getObject({ Bucket, Key: 'k' })).Body?.transformToString()).toBe('first');
});

test('E19: a presigned PUT that may only create does create', async () => {
  const bench = await startS3();
  const url = await presign('PUT', bench, 'new', { 'If-None-Match': '*' });

  expect((await fetch(url, { method: 'PUT', body: 'first' })).status).toBe(200);
  expect((await fetch(url, { method: 'PUT', body: 'second' })).status).toBe(412);
});

test('E19: other headers in the query of a presigned URL count, too', async () => {
  const bench = await startS3();
  const { client, Bucket } = bench;
  const headers = { 'Content-Type': 'text/x-hoisted', 'Cache-Control': 'no-store' };
  await fetch(await presign('PUT', bench, 'k', headers), { method: 'PUT', body: 'abcdef', headers: {} });

  const head = await client.headObject({ Bucket, Key: 'k' });
  const part = await fetch(await presign('GET', bench, 'k', { Range: 'bytes=1-2' }));
  const same = await fetch(await presign('GET', bench, 'k', { 'If-None-Match': head.ETag ?? '' }));

  expect([head.CacheControl, part.status, await part.text(), same.status]).toEqual(['no-store', 206, 'bc', 304]);
});
