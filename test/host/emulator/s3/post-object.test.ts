import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { describe, expect, test } from 'vitest';
import { md5, postForm } from './post-form';
import { drawStyle, shareS3 } from './support';

const KEY = { key: 'k' };
const LENGTH = 'content-length-range';
const LARGE = 'x'.repeat(21_000);
const where = (...conditions: unknown[]) => ({ conditions });
const codeOf = async (response: Response) => /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1];

describe.each(drawStyle('forms'))('%s', (style) => {
  const open = shareS3(style);

  test('a form that the SDK signs uploads its file', async () => {
    const { client, Bucket, emulator } = await open();
    const { fields } = await createPresignedPost(client, {
      Bucket,
      // biome-ignore lint/suspicious/noTemplateCurlyInString: this is what forms say
      Key: 'uploads/${filename}',
      Conditions: [
        ['content-length-range', 1, 100],
        ['starts-with', '$Content-Type', 'text/'],
      ],
      Fields: { 'Content-Type': 'text/plain', 'x-amz-meta-a': 'b' },
    });
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob(['hello']), 'a b.txt');

    const response = await fetch(`${emulator.s3Endpoint}/${Bucket}`, { method: 'POST', body: form });
    const got = await client.getObject({ Bucket, Key: 'uploads/a b.txt' });

    expect(response.status).toBe(204);
    expect(response.headers.get('etag')).toBe(`"${md5('hello')}"`);
    expect(await got.Body?.transformToString()).toBe('hello');
    expect(got).toMatchObject({ ContentType: 'text/plain', Metadata: { a: 'b' } });
  });
});

const shared = shareS3();

describe('forms', () => {
  const open = shareS3();

  test.each([
    ['200', 200],
    ['201', 201],
    ['204', 204],
    ['404', 204],
  ])('success_action_status %s returns %i', async (wanted, status) => {
    const { emulator, Bucket, credentials } = await open();

    const response = await postForm(emulator, Bucket, credentials, { key: 'k', success_action_status: wanted }, 'x');
    const text = await response.text();

    expect(response.status).toBe(status);
    if (status === 201)
      expect(text).toContain(`<Bucket>${Bucket}</Bucket><Key>k</Key><ETag>&quot;${md5('x')}&quot;</ETag>`);
    else expect(text).toBe('');
  });

  test('success_action_redirect sends the page on, with what was stored', async () => {
    const { emulator, Bucket, credentials } = await open();

    const fields = { key: 'a b', success_action_redirect: 'https://page.example/done?x=1' };
    const response = await postForm(emulator, Bucket, credentials, fields, 'x');

    expect(response.status).toBe(303);
    const location = new URL(response.headers.get('location') ?? '');
    const told = { x: '1', bucket: Bucket, key: 'a b', etag: `"${md5('x')}"` };
    expect(Object.fromEntries(location.searchParams)).toEqual(told);
  });

  test.each<[string, Record<string, string>, string | undefined, object, number, string]>([
    ['an expired policy', { key: 'k' }, 'x', { expiration: new Date(0) }, 403, 'AccessDenied'],
    ['a condition that fails', { key: 'k' }, 'x', where(['eq', '$key', 'other']), 403, 'AccessDenied'],
    ['a field that the policy does not name', { key: 'k', 'x-amz-meta-a': 'b' }, 'x', where(KEY), 403, 'AccessDenied'],
    ['a file that is too large', { key: 'k' }, 'xxx', where(KEY, [LENGTH, 0, 2]), 400, 'EntityTooLarge'],
    ['a file that is too small', { key: 'k' }, 'x', where(KEY, [LENGTH, 2, 9]), 400, 'EntityTooSmall'],
    ['no file', { key: 'k' }, undefined, {}, 400, 'InvalidArgument'],
    ['no key', {}, 'x', {}, 400, 'UserKeyMustBeSpecified'],
    ['a tag', { key: 'k', tagging: 't' }, 'x', {}, 501, 'NotImplemented'],
    ['an ACL that S3 does not know', { key: 'k', acl: 'nonsense' }, 'x', {}, 400, 'InvalidArgument'],
    ['a key that is too long', { key: 'k'.repeat(1025) }, 'x', {}, 400, 'KeyTooLongError'],
    ['fields of more than 20 KB', { key: 'k', 'x-amz-meta-a': LARGE }, 'x', {}, 400, 'MaxPostPreDataLengthExceeded'],
  ])('%s is refused, and nothing is stored', async (_name, fields, file, options, status, code) => {
    const { client, emulator, Bucket, credentials } = await open();

    const response = await postForm(emulator, Bucket, credentials, fields, file, options);

    expect([response.status, await codeOf(response)]).toEqual([status, code]);
    expect((await client.listObjectsV2({ Bucket })).KeyCount).toBe(0);
  });

  test('a wrong secret, and no signature at all', async () => {
    const { emulator, Bucket, credentials } = await open();
    const bare = new FormData();
    bare.append('key', 'k');
    bare.append('file', 'x');

    const wrong = await postForm(emulator, Bucket, { ...credentials, secretAccessKey: 'wrong' }, { key: 'k' }, 'x');
    const anonymous = await fetch(`${emulator.s3Endpoint}/${Bucket}`, { method: 'POST', body: bare });

    expect([wrong.status, await codeOf(wrong)]).toEqual([403, 'SignatureDoesNotMatch']);
    expect([anonymous.status, await codeOf(anonymous)]).toEqual([403, 'AccessDenied']);
  });

  test('a signed form that ends within its file is malformed, if all announced bytes came', async () => {
    const { client, emulator, Bucket } = await open();
    const { fields } = await createPresignedPost(client, { Bucket, Key: 'k' });
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob(['hello, and much more']), 'a.txt');
    const whole = new Response(form);
    const headers = { 'content-type': whole.headers.get('content-type') ?? '' };
    const bytes = Buffer.from(await whole.arrayBuffer());
    const body = bytes.subarray(0, bytes.indexOf('hello') + 3);

    const response = await fetch(`${emulator.s3Endpoint}/${Bucket}`, { method: 'POST', headers, body });

    expect([response.status, await codeOf(response)]).toEqual([400, 'MalformedPOSTRequest']);
  });

  test('a body that is no form', async () => {
    const { emulator, Bucket } = await open();
    const post = (type: string, body: string) =>
      fetch(`${emulator.s3Endpoint}/${Bucket}`, { method: 'POST', headers: { 'content-type': type }, body });
    const form = 'multipart/form-data; boundary=b';
    const key = '--b\r\nContent-Disposition: form-data; name="key"\r\n\r\nk\r\n--b--\r\n';

    const other = await post('application/x-www-form-urlencoded', 'key=k');
    const noBoundary = await post('multipart/form-data', 'x');
    const noFile = await post(form, key);

    expect([other.status, await codeOf(other)]).toEqual([412, 'PreconditionFailed']);
    expect([noBoundary.status, await codeOf(noBoundary)]).toEqual([400, 'MalformedPOSTRequest']);
    expect([noFile.status, await codeOf(noFile)]).toEqual([400, 'InvalidArgument']);
    expect((await post(form, 'x')).status).toBe(400);
  });
});

describe('files of forms', () => {
  const open = shareS3();

  test('E16: a part without the name of a file is stored whole, byte by byte', async () => {
    const { client, emulator, Bucket, credentials } = await open();
    const bytes = Buffer.alloc(3_000_000, Uint8Array.of(0, 255, 128, 13, 10, 1));

    const response = await postForm(emulator, Bucket, credentials, { key: 'whole' }, bytes, { filename: null });
    const { Body } = await client.getObject({ Bucket, Key: 'whole' });

    expect(response.status).toBe(204);
    expect(response.headers.get('etag')).toBe(`"${md5(bytes)}"`);
    expect(bytes.equals((await Body?.transformToByteArray()) ?? Buffer.alloc(0))).toBe(true);
  });

  test.each(['cost$$.txt', "a$'b.txt"])('the name of a file is put in as it is: %s', async (filename) => {
    const { client, emulator, Bucket, credentials } = await open();
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is what forms say
    const fields = { key: 'up/${filename}' };
    const conditions = [['starts-with', '$key', 'up/']];

    const response = await postForm(emulator, Bucket, credentials, fields, 'x', { conditions, filename });

    expect(response.status).toBe(204);
    const { Contents = [] } = await client.listObjectsV2({ Bucket, Prefix: 'up/' });
    expect(Contents.map(({ Key }) => Key)).toContain(`up/${filename}`);
  });
});

test('E19: what a header cannot hold in a field of a form is stored as spaces', async () => {
  const { client, Bucket, emulator, credentials } = await shared();
  const fields = {
    key: 'k',
    'Content-Disposition': 'filename="test_—_é_%E2%80%94.pdf"',
    'Cache-Control': 'non-ascii-—_é_',
    success_action_status: '201',
  };

  const response = await postForm(emulator, Bucket, credentials, fields, 'x');

  const { ContentDisposition, CacheControl } = await client.headObject({ Bucket, Key: 'k' });
  expect(response.status).toBe(201);
  expect([ContentDisposition, CacheControl]).toEqual(['filename="test_ _é_%E2%80%94.pdf"', 'non-ascii- _é_']);
});
