import { describe, expect, test } from 'vitest';
import { NOT_IMPLEMENTED } from '../../../../emulator/s3/routing/not-implemented';
import { postForm } from './post-form';
import { type RawRequest, send } from './raw';
import { shareS3, startS3 } from './support';

describe('what the service does not have', () => {
  const open = shareS3();

  test('returns 501 for every operation of the table, in S3 words', async () => {
    const { emulator, Bucket, ask } = await open();
    const wrong: string[] = [];
    for (const [operation, method, level, parameter] of NOT_IMPLEMENTED) {
      const path = { service: '/', bucket: `/${Bucket}`, object: `/${Bucket}/k` }[level];
      const response = await ask({ method, path, query: { [parameter]: '' } });
      if (response.status !== 501 || response.code !== 'NotImplemented')
        wrong.push(`${operation}: ${response.status} ${response.code}`);
    }

    expect(wrong).toEqual([]);
    expect(emulator.journal.unmatched().length).toBeGreaterThanOrEqual(NOT_IMPLEMENTED.length);
  });

  test.each<[string, string, number, string]>([
    ['x-amz-server-side-encryption', 'aws:kms', 501, 'NotImplemented'],
    ['x-amz-server-side-encryption-customer-algorithm', 'AES256', 501, 'NotImplemented'],
    ['x-amz-tagging', 'a=b', 501, 'NotImplemented'],
    ['x-amz-acl', 'nonsense', 400, 'InvalidArgument'],
    ['x-amz-storage-class', 'GLACIER', 501, 'NotImplemented'],
    ['x-amz-storage-class', 'NONSENSE', 400, 'InvalidStorageClass'],
    ['x-amz-website-redirect-location', 'elsewhere', 400, 'InvalidRedirectLocation'],
    ['x-amz-expected-bucket-owner', 'somebody', 403, 'AccessDenied'],
    ['content-md5', 'nonsense', 400, 'InvalidDigest'],
    ['content-md5', 'AAAAAAAAAAAAAAAAAAAAAA==', 400, 'BadDigest'],
  ])('%s: %s is refused, and nothing is stored', async (name, value, status, code) => {
    const { Bucket, ask } = await open();
    const put: RawRequest = { method: 'PUT', path: `/${Bucket}/k`, headers: { [name]: value }, body: 'x' };

    const response = await ask(put);
    const after = await ask({ method: 'GET', path: `/${Bucket}/k` });

    expect([response.status, response.code]).toEqual([status, code]);
    expect(after.status).toBe(404);
  });
});

/** What Garage takes without a word, by the knob that decides it. */
const IGNORED = [
  ['cannedAcl', 'x-amz-acl', 'public-read'],
  ['serverSideEncryption', 'x-amz-server-side-encryption', 'AES256'],
] as const;

const CHECKSUM = { 'x-amz-checksum-crc32': 'jNwWgw==' };

describe.each(IGNORED)('the knob %s', (knob, name, value) => {
  const open = shareS3();
  const put = (Bucket: string): RawRequest => ({
    ...{ method: 'PUT', path: `/${Bucket}/k`, body: 'x' },
    // No checksum is added to one with a checksum.
    headers: { [name]: value, ...CHECKSUM },
  });

  test('E3: says that the header was ignored, which is what happens by default', async () => {
    const { emulator, Bucket, credentials, ask } = await open();

    const response = await ask(put(Bucket));
    const form = await postForm(emulator, Bucket, credentials, { key: 'form', [name]: value, ...CHECKSUM }, 'x');

    expect([response.status, response.headers['x-coffer-assumption']]).toEqual([200, knob]);
    expect([form.status, form.headers.get('x-coffer-assumption')]).toEqual([204, knob]);
    expect(emulator.journal.requests({ operation: 'PutObject' }).at(-1)?.assumptions).toEqual([knob]);
    // Nothing claims that it had an effect.
    expect(response.headers[name]).toBeUndefined();
  });

  test.each([
    ['refuse', { knobs: { [knob]: 'refuse' } }],
    ['ignore, under --interface-only', { interfaceOnly: true }],
  ] as const)('%s: 501, and nothing is stored', async (_name, change) => {
    const { emulator, Bucket, credentials, ask } = await startS3();
    emulator.settings.change(change);

    const response = await ask(put(Bucket));
    const form = await postForm(emulator, Bucket, credentials, { key: 'k', [name]: value }, 'x');
    const got = await ask({ method: 'GET', path: `/${Bucket}/k` });

    expect([response.status, response.code]).toEqual([501, 'NotImplemented']);
    expect(form.status).toBe(501);
    expect(got.status).toBe(404);
  });
});

describe('who may not', () => {
  const open = shareS3();

  test('anonymous requests are denied, whatever they ask for', async () => {
    const { emulator, Bucket } = await open();
    for (const [method, path] of [
      ['GET', '/'],
      ['GET', `/${Bucket}`],
      ['GET', `/${Bucket}/k`],
      ['PUT', `/${Bucket}/k`],
      ['DELETE', '/none/k'],
      ['PATCH', '/x'],
    ] as const) {
      const response = await send(emulator.s3Endpoint, { method, path });

      expect([method, path, response.status, response.code]).toEqual([method, path, 403, 'AccessDenied']);
    }
  });

  test('a wrong secret and an unknown key are told apart, as S3 does', async () => {
    const { emulator, Bucket, credentials } = await open();
    const get: RawRequest = { method: 'GET', path: `/${Bucket}` };

    const wrong = await send(emulator.s3Endpoint, get, { ...credentials, secretAccessKey: 'wrong' });
    const unknown = await send(emulator.s3Endpoint, get, { ...credentials, accessKeyId: 'GK000000000000000000000000' });

    expect([wrong.status, wrong.code]).toEqual([403, 'SignatureDoesNotMatch']);
    expect([unknown.status, unknown.code]).toEqual([403, 'InvalidAccessKeyId']);
    expect(wrong.text + unknown.text).not.toContain(credentials.secretAccessKey);
  });

  test('errors say where they happened, and HEAD has no body', async () => {
    const { emulator, Bucket, credentials, ask } = await open();

    const wrong = { ...credentials, secretAccessKey: 'wrong' };
    const get = await send(emulator.s3Endpoint, { method: 'GET', path: `/${Bucket}/a'b&c` }, wrong);
    const head = await ask({ method: 'HEAD', path: `/${Bucket}/k` });
    const failed = await ask({ method: 'PUT', path: `/${Bucket}/k`, headers: { 'if-match': '"0"' }, body: 'x' });

    expect(get.text).toContain(`<Resource>/${Bucket}/a'b&amp;c</Resource>`);
    expect(get.text).toContain(`<RequestId>${get.headers['x-amz-request-id']}</RequestId>`);
    expect(get.text).toContain(`<HostId>${get.headers['x-amz-id-2']}</HostId>`);
    expect(get.headers['content-type']).toBe('application/xml');
    expect([head.status, head.text]).toEqual([404, '']);
    expect(head.headers['x-amz-request-id']).toMatch(/^req-\d+$/);
    expect([failed.status, failed.text.includes('<RequestId>')]).toEqual([404, true]);
  });

  test.each<[string, Partial<RawRequest>, number, string]>([
    ['a path that is no UTF-8', { path: '/BUCKET/%FF' }, 400, 'InvalidURI'],
    ['a broken escape', { path: '/BUCKET/%E0%A4' }, 400, 'InvalidURI'],
    ['a method that S3 has not', { method: 'PATCH' }, 405, 'MethodNotAllowed'],
    ['POST to an object', { method: 'POST' }, 405, 'MethodNotAllowed'],
    ['a bucket by a name that none has', { path: '/Not_A_Name' }, 404, 'NoSuchBucket'],
  ])('%s', async (_name, change, status, code) => {
    const { Bucket, ask } = await open();
    const request = { method: 'GET', path: '/BUCKET/k', ...change };

    const response = await ask({ ...request, path: request.path.replace('BUCKET', Bucket) });

    expect([response.status, response.code]).toEqual([status, code]);
  });
});
