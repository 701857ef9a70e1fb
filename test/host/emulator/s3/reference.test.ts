import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { S3_OPERATIONS, type S3Operation } from '../../../../emulator/domain/s3-operation';
import { REQUESTS } from '../../../../emulator/s3/routing/routes';
import { HARMLESS, MISSING, MISSING_PREFIXES } from '../../../../emulator/s3/routing/unsupported-headers';
import { EVERYWHERE, RESPONSES } from '../../../../scripts/emulator-docs/s3-responses';
import { postForm } from './post-form';
import { type RawRequest, type RawResponse, send } from './raw';
import { type Bench, shareS3 } from './support';

/** The tables of docs/emulator/s3.md are what the endpoint does. */

const share = shareS3();
const CORS =
  '<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod></CORSRule></CORSConfiguration>';
const LIFECYCLE =
  '<LifecycleConfiguration><Rule><ID>a</ID><Filter/><Status>Enabled</Status><Expiration><Days>1</Days></Expiration></Rule></LifecycleConfiguration>';

const DELETE = '<Delete><Object><Key>gone</Key></Object></Delete>';

/** Of HTTP itself. */
const PLAIN = ['connection', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding'];

interface Sent {
  readonly operation: S3Operation;
  readonly response: Pick<RawResponse, 'status' | 'headers' | 'text'>;
}

/** One of each, in an order in which each succeeds. */
async function performAll(bench: Bench): Promise<Sent[]> {
  const { emulator, Bucket, credentials } = bench;
  const [bucket, key] = [`/${Bucket}`, `/${Bucket}/a`];
  const ask = (request: RawRequest) => send(emulator.s3Endpoint, request, credentials);
  const all: Sent[] = [];
  const perform = async (operation: S3Operation, more: Partial<RawRequest> = {}) => {
    const { method, level, query } = REQUESTS.find((each) => each.operation === operation) ?? {};
    const parameters = Object.fromEntries(
      (query ?? '')
        .split('&')
        .filter(Boolean)
        .map((each) => each.split('=')),
    );
    const request = {
      method: method ?? '',
      path: { service: '/', bucket, object: key }[level ?? 'service'],
      query: Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value ?? '')])),
      ...more,
    };
    const response = await ask({ ...request, query: { ...request.query, ...more.query } });
    all.push({ operation, response });
    return response;
  };
  const checksum = { 'x-amz-checksum-crc32': 'NhCmhg==' };
  const uploadOf = ({ text }: RawResponse) => ({ uploadId: /<UploadId>(.*)<\/UploadId>/.exec(text)?.[1] ?? '' });
  const from = { 'x-amz-copy-source': key };

  await perform('PutObject', {
    body: 'hello',
    headers: { ...checksum, 'x-amz-meta-a': 'b', 'cache-control': 'no-store' },
  });
  for (const operation of ['GetObject', 'HeadObject'] as const)
    await perform(operation, { headers: { 'x-amz-checksum-mode': 'ENABLED' } });
  await perform('GetObjectAttributes', { headers: { 'x-amz-object-attributes': 'ETag' } });
  await perform('CopyObject', { path: `${bucket}/b`, headers: from });
  for (const operation of [
    'ListBuckets',
    'ListObjects',
    'ListObjectsV2',
    'HeadBucket',
    'CreateBucket',
    'DeleteBucket',
  ] as const)
    await perform(operation);
  for (const operation of ['GetBucketAcl', 'GetBucketLocation', 'GetBucketVersioning', 'ListMultipartUploads'] as const)
    await perform(operation);
  await perform('PutBucketCors', { body: CORS });
  await perform('GetBucketCors');
  await perform('DeleteBucketCors');
  await perform('PutBucketLifecycleConfiguration', { body: LIFECYCLE });
  await perform('GetBucketLifecycleConfiguration');
  await perform('DeleteBucketLifecycle');
  const upload = uploadOf(await perform('CreateMultipartUpload', { headers: { 'x-amz-checksum-algorithm': 'CRC32' } }));
  const part = await perform('UploadPart', { query: { ...upload, partNumber: '1' }, body: 'hello', headers: checksum });
  await perform('ListParts', { query: upload });
  await perform('CompleteMultipartUpload', {
    query: upload,
    body: `<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>${part.headers.etag}</ETag><ChecksumCRC32>NhCmhg==</ChecksumCRC32></Part></CompleteMultipartUpload>`,
  });
  const second = uploadOf(await ask({ method: 'POST', path: key, query: { uploads: '' } }));
  await perform('UploadPartCopy', { query: { ...second, partNumber: '1' }, headers: from });
  await perform('AbortMultipartUpload', { query: second });
  await perform('DeleteObject');
  await perform('DeleteObjects', { body: DELETE, headers: { 'content-md5': md5(DELETE) } });
  const form = await postForm(emulator, Bucket, credentials, { key: 'form' }, 'hello');
  const headers = Object.fromEntries(form.headers);
  return [...all, { operation: 'PostObject', response: { status: form.status, headers, text: await form.text() } }];
}

test('every operation responds as the table says: status, body, and no other header', async () => {
  const sent = await performAll(await share());

  expect(sent.map(({ operation }) => operation).sort()).toEqual([...S3_OPERATIONS]);
  expect(
    sent.map(({ operation, response }) => ({ operation, status: response.status, body: rootOf(response.text) })),
  ).toEqual(
    sent.map(({ operation }) => {
      const { status, body } = RESPONSES[operation];
      return { operation, status, body: body?.includes(' ') ? 'hello' : (body ?? '') };
    }),
  );
  for (const { operation, response } of sent) {
    const { headers = [], optional = [] } = RESPONSES[operation];
    const known = [...headers, ...optional, ...Object.keys(EVERYWHERE), ...PLAIN];
    const there = Object.keys(response.headers);
    expect({ operation, missing: headers.filter((name) => !there.includes(name)) }).toEqual({ operation, missing: [] });
    expect({ operation, unknown: there.filter((name) => !known.some((each) => fits(each, name))) }).toEqual({
      operation,
      unknown: [],
    });
  }
});

test('headers of the tables are taken, or refused, as they say', async () => {
  const { Bucket, ask } = await share();
  const put = (headers: Record<string, string>) => ask({ method: 'PUT', path: `/${Bucket}/a`, body: '', headers });
  const refused = [
    ...MISSING,
    ...MISSING_PREFIXES.map((prefix) => (prefix.endsWith('-') ? `${prefix}mode` : `${prefix}-customer-algorithm`)),
  ];

  for (const name of refused)
    expect(await put({ [name]: 'x' }), name).toMatchObject({ status: 501, code: 'NotImplemented' });
  for (const [name, values] of Object.entries(HARMLESS)) {
    for (const value of values)
      expect(await put({ [name]: value }), `${name}: ${value}`).toMatchObject({ status: 200 });
  }
  expect(await put({ 'x-amz-server-side-encryption': 'AES256' })).toMatchObject({ status: 200 });
  expect(await put({ 'x-amz-acl': 'public-read' })).toMatchObject({ status: 200 });
  expect(await put({ 'x-amz-acl': 'none' })).toMatchObject({ status: 400, code: 'InvalidArgument' });
  expect(await put({ 'x-amz-storage-class': 'GLACIER' })).toMatchObject({ status: 501, code: 'NotImplemented' });
  expect(await put({ 'x-amz-storage-class': 'none' })).toMatchObject({ status: 400, code: 'InvalidStorageClass' });
  expect(await put({ 'x-amz-object-ownership': 'ObjectWriter' })).toMatchObject({
    status: 501,
    code: 'NotImplemented',
  });
});

/** Name of the root element; a text that is no XML as it is. */
const rootOf = (text: string) => /^(?:<\?xml[^>]*>\s*)?<(\w+)/.exec(text)?.[1] ?? text;

/** `x-amz-meta-…` is every name that begins so. */
const fits = (shown: string, name: string) =>
  shown.endsWith('…') ? name.startsWith(shown.slice(0, -1)) : shown === name;

const md5 = (text: string) => createHash('md5').update(text).digest('base64');
