import { Sha256 } from '@aws-crypto/sha256-js';
import { S3Client } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { getSigningKey } from '@smithy/signature-v4';
import { describe, expect, it } from 'vitest';
import { checkPostPolicy, type PostContext } from '../../../../../emulator/s3/auth/post-policy';
import { fc } from '../../../support/property';
import { context, KEY, refusalOf } from './support';

type Conditions = NonNullable<Parameters<typeof createPresignedPost>[1]['Conditions']>;
type Fields = Record<string, string>;

/** The official library signs by the clock of the machine. */
const post = (changes: Partial<PostContext> = {}): PostContext => ({
  ...context({ now: Date.now, realNow: Date.now }),
  bucket: 'photos',
  ...changes,
});

async function form(fields: Fields = {}, conditions: Conditions = []): Promise<Fields> {
  const client = new S3Client({
    region: 'us-east-1',
    credentials: KEY,
    endpoint: 'http://localhost:9000',
    forcePathStyle: true,
  });
  const wanted = { Bucket: 'photos', Key: 'user/a.txt', Fields: fields, Conditions: conditions, Expires: 600 };
  const presigned = await createPresignedPost(client, wanted);
  client.destroy();
  return presigned.fields;
}

const check = (fields: Fields, changes?: Partial<PostContext>) =>
  checkPostPolicy(Object.entries(fields), post(changes));

/** A form whose policy is this text, signed by the official library's way: HMAC of the base64 with the derived key. */
async function signed(policy: unknown, fields: Fields = {}): Promise<Fields> {
  const key = await getSigningKey(Sha256, KEY, '20260524', 'us-east-1', 's3');
  const encoded = typeof policy === 'string' ? policy : Buffer.from(JSON.stringify(policy)).toString('base64');
  const hmac = new Sha256(key);
  hmac.update(encoded);
  return {
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${KEY.accessKeyId}/20260524/us-east-1/s3/aws4_request`,
    'X-Amz-Date': '20260524T120000Z',
    ...fields,
    Policy: encoded,
    'X-Amz-Signature': Buffer.from(await hmac.digest()).toString('hex'),
  };
}

const SIGNING_CONDITIONS = [
  { bucket: 'photos' },
  ['starts-with', '$x-amz-credential', ''],
  ['starts-with', '$x-amz-date', ''],
  ['eq', '$x-amz-algorithm', 'AWS4-HMAC-SHA256'],
];

const policy = (...conditions: unknown[]) => ({
  expiration: '2999-01-01T00:00:00Z',
  conditions: [...SIGNING_CONDITIONS, ...conditions],
});

it('hands out the range of length', async () => {
  const fields = await form({}, [
    ['content-length-range', 1, 100],
    ['content-length-range', 5, 200],
  ]);

  expect(check(fields)).toEqual({ accessKeyId: KEY.accessKeyId, minLength: 5, maxLength: 100 });
});

it('compares names of fields without regard to case', async () => {
  const fields = await form({}, [['eq', '$Content-TYPE', 'text/plain']]);
  const shouted = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toUpperCase(), value]));

  expect(check({ ...shouted, 'content-Type': 'text/plain' }).accessKeyId).toBe(KEY.accessKeyId);
});

it.each(['file', 'x-ignore-me', 'X-Ignore-'])('lets a field be that the policy does not name: %s', async (name) => {
  expect(check({ ...(await form()), [name]: 'x' }).accessKeyId).toBe(KEY.accessKeyId);
});

it.each(['submit', 'x-amz-meta-note'])('refuses another field that the policy does not name: %s', async (name) => {
  const fields = await form();

  const routeError = refusalOf(() => check({ ...fields, [name]: 'y' }));

  expect(routeError).toMatchObject({ code: 'AccessDenied', status: 403 });
  expect(routeError.message).toBe(`Invalid according to Policy: Extra input fields: ${name.toLowerCase()}`);
});

describe('conditions', () => {
  it.each<[string, unknown, Fields, Fields]>([
    ['an object', { acl: 'private' }, { acl: 'private' }, { acl: 'public-read' }],
    ['eq', ['eq', '$acl', 'private'], { acl: 'private' }, { acl: 'Private' }],
    ['starts-with', ['starts-with', '$key', 'user/'], { key: 'user/a' }, { key: 'use/a' }],
    [
      'starts-with for a list of types',
      ['starts-with', '$Content-Type', 'image/'],
      { 'Content-Type': 'image/a, image/b' },
      { 'Content-Type': 'image/a, text/b' },
    ],
  ])('%s', async (_, condition, good, bad) => {
    const [accepted, refused] = [await signed(policy(condition), good), await signed(policy(condition), bad)];

    expect(check(accepted).accessKeyId).toBe(KEY.accessKeyId);
    const routeError = refusalOf(() => check(refused));
    expect(routeError.code).toBe('AccessDenied');
    expect(routeError.message).toContain('Invalid according to Policy: Policy Condition failed: ["');
  });

  it('the bucket is the one that the form was sent to', async () => {
    const { bucket = '', ...fields } = await form();
    const failed = 'Invalid according to Policy: Policy Condition failed:';

    expect(bucket).toBe('photos');
    expect(check(fields).accessKeyId).toBe(KEY.accessKeyId);
    for (const refuse of [() => check(fields, { bucket: 'other' }), () => check({ ...fields, bucket: 'other' })])
      expect(refusalOf(refuse).message).toBe(`${failed} ["eq", "$bucket", "photos"]`);
    expect(refusalOf(() => check({ ...fields, bucket }, { bucket: 'other' })).code).toBe('AccessDenied');
  });

  it('the policy has to name the bucket', async () => {
    const fields = await signed({ expiration: '2999-01-01T00:00:00Z', conditions: SIGNING_CONDITIONS.slice(1) });

    expect(refusalOf(() => check(fields)).message).toBe('Invalid according to Policy: Extra input fields: bucket');
  });
});

it('E5: a policy expires by the virtual clock', async () => {
  const fields = await signed({ ...policy(), expiration: '2026-06-01T00:00:00.000Z' });
  const expiry = Date.UTC(2026, 5, 1);

  expect(check(fields, { now: () => expiry - 1 }).accessKeyId).toBe(KEY.accessKeyId);
  expect(refusalOf(() => check(fields, { now: () => expiry }))).toMatchObject({
    code: 'AccessDenied',
    message: 'Invalid according to Policy: Policy expired.',
  });
});

it.each(['Policy', 'X-Amz-Algorithm', 'X-Amz-Credential', 'X-Amz-Date', 'X-Amz-Signature'])(
  'refuses a form without %s',
  async (name) => {
    const { [name]: _, ...fields } = await form();

    const { code, message } = refusalOf(() => check(fields));

    expect([code, message]).toEqual(['InvalidArgument', expect.stringContaining(`'${name}'`)]);
  },
);

it.each<[string, Fields, string]>([
  ['version 2', { AWSAccessKeyId: 'x' }, 'InvalidRequest'],
  ['version 4A', { 'X-Amz-Algorithm': 'AWS4-ECDSA-P256-SHA256' }, 'InvalidRequest'],
  ['a session token', { 'X-Amz-Security-Token': 'canary' }, 'InvalidToken'],
  ['a malformed credential', { 'X-Amz-Credential': 'a/b' }, 'InvalidArgument'],
  ['a date of another form', { 'X-Amz-Date': '2026-05-24' }, 'InvalidArgument'],
  ['a date of another day', { 'X-Amz-Date': '20200101T000000Z' }, 'InvalidArgument'],
  ['a wrong signature', { 'X-Amz-Signature': '0'.repeat(64) }, 'SignatureDoesNotMatch'],
  ['a field twice', { KEY: 'user/b.txt' }, 'InvalidArgument'],
])('refuses %s', async (_, changes, code) => {
  const fields = await form();

  expect(refusalOf(() => check({ ...fields, ...changes })).code).toBe(code);
});

it('every single character of a signed form counts', async () => {
  const fields = Object.entries(await form({ acl: 'private' }, [['content-length-range', 1, 9]]));
  const change = fc.nat(fields.length - 1).chain((index) =>
    fc.record({
      index: fc.constant(index),
      at: fc.nat((fields[index]?.[1].length ?? 1) - 1),
      code: fc.integer({ min: 0x20, max: 0xff }),
    }),
  );

  fc.assert(
    fc.property(change, ({ index, at, code }) => {
      const [name, value] = fields[index] ?? ['', ''];
      const other = value.slice(0, at) + String.fromCharCode(code) + value.slice(at + 1);
      fc.pre(other !== value);

      refusalOf(() => checkPostPolicy(fields.with(index, [name, other]), post()));
    }),
    { numRuns: 2000 },
  );
});
