import { expect, it } from 'vitest';
import { authenticate } from '../../../../../emulator/s3/auth/authenticate';
import type { S3Request } from '../../../../../emulator/s3/request';
import { context, draft, KEY, presign, refusalOf, SIGNED, signHeaders } from './support';

/* Every refusal by its code, and by what of its message tells it from others. */

const V4 = 'AWS4-HMAC-SHA256';
const MALFORMED = 'AuthorizationHeaderMalformed';
const withCredential = (credential: string) => `${V4} Credential=${credential}, SignedHeaders=host, Signature=c`;

it.each<[authorization: string, code: string, says: string]>([
  ['AWS key:signature', 'InvalidRequest', V4],
  ['AWS4-ECDSA-P256-SHA256 Credential=a', 'InvalidRequest', V4],
  ['Bearer x', 'InvalidArgument', 'Unsupported Authorization Type'],
  [`${V4}x Credential=a, SignedHeaders=b, Signature=c`, 'InvalidArgument', 'Unsupported Authorization Type'],
  [V4, MALFORMED, 'three components'],
  [`${V4} Credential=a, SignedHeaders=b`, MALFORMED, 'three components'],
  [`${V4} Credential=a, Credential=b, Signature=c`, MALFORMED, 'three components'],
  [`${V4} Credential=a, SignedHeaders=b, Signature=c d`, MALFORMED, 'three components'],
  [withCredential('a/b'), MALFORMED, 'Credential is mal-formed'],
  [withCredential('k/2026/us-east-1/s3/aws4_request'), MALFORMED, 'date format "2026"'],
  [withCredential('k/20260524/eu/s3/aws4_request'), MALFORMED, "region 'eu' is wrong; expecting 'us-east-1'"],
  [withCredential('k/20260524/us-east-1/ec2/aws4_request'), MALFORMED, 'service "ec2"'],
  [withCredential('k/20260524/us-east-1/s3/aws4'), MALFORMED, 'terminal "aws4"'],
  [withCredential('k/20260523/us-east-1/s3/aws4_request'), MALFORMED, 'not the same as X-Amz-Date: "20260524"'],
])('the header "%s" is refused', async (authorization, code, says) => {
  const signed = await signHeaders(draft());
  const request = { ...signed, headers: { ...signed.headers, authorization } };

  const refusal = refusalOf(() => authenticate(request, context({ region: 'us-east-1' })));

  expect([refusal.status, refusal.code, refusal.message]).toEqual([400, code, expect.stringContaining(says)]);
});

it('takes the parts of the header in any order, and with any white space between them', async () => {
  const signed = await signHeaders(draft());
  const [, parts = ''] = /^\S+ (.*)$/.exec(signed.headers.authorization ?? '') ?? [];
  const mixed = parts.split(', ').reverse();

  for (const authorization of [`${V4} ${mixed.join(',')}`, `${V4}   ${mixed.join('  ,  ')} `]) {
    expect(authenticate({ ...signed, headers: { ...signed.headers, authorization } }, context())).toMatchObject(SIGNED);
  }
});

const without =
  (name: string, more: Partial<S3Request> = {}) =>
  ({ headers: { [name]: _, ...headers }, ...rest }: S3Request) => ({ ...rest, headers, ...more });
const withHeaders =
  (more: Record<string, string>) =>
  ({ headers, ...rest }: S3Request) => ({ ...rest, headers: { ...headers, ...more } });

it.each<[what: string, change: (request: S3Request) => S3Request, code: string, told: object]>([
  ['no hash of the body', without('x-amz-content-sha256'), 'InvalidRequest', {}],
  ...['', 'abc', `${'a'.repeat(64)}0`, 'STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD', 'unsigned-payload'].map(
    (word): [string, (request: S3Request) => S3Request, string, object] => [
      ...([`the hash "${word}"`, withHeaders({ 'x-amz-content-sha256': word }), 'InvalidArgument'] as const),
      { ArgumentName: 'x-amz-content-sha256', ArgumentValue: word },
    ],
  ),
  ['a session', withHeaders({ 'x-amz-security-token': 'x' }), 'InvalidToken', {}],
  [
    'headers that nobody signed',
    withHeaders({ 'x-amz-acl': 'x', 'x-amz-meta-a': 'y', other: 'z' }),
    ...(['AccessDenied', { HeadersNotSigned: 'x-amz-acl, x-amz-meta-a' }] as const),
  ],
  ...['Algorithm', 'Signature'].map((name): [string, (request: S3Request) => S3Request, string, object] => [
    `a query that signs, too, by its ${name}`,
    (request) => ({ ...request, query: [[`X-Amz-${name}`, 'x']] }),
    'InvalidArgument',
    { ArgumentName: 'Authorization' },
  ]),
  ['version 2 in the query', without('authorization', { query: [['AWSAccessKeyId', 'x']] }), 'InvalidRequest', {}],
  ['nothing that signs', without('authorization'), 'AccessDenied', {}],
])('a request with %s is refused', async (_what, change, code, told) => {
  const changed = change(await signHeaders(draft()));

  const refusal = refusalOf(() => authenticate(changed, context()));

  expect([refusal.code, refusal.details]).toEqual([code, told]);
});

it.each<[name: string, value: string, code: string, says: string]>([
  ['Algorithm', 'AWS4', 'AuthorizationQueryParametersError', 'only supports "AWS4-HMAC-SHA256"'],
  ['Credential', 'key', 'AuthorizationQueryParametersError', 'Credential is mal-formed'],
  ['Credential', 'key/20260524/us-east-1/s4/aws4_request', 'AuthorizationQueryParametersError', 'service "s4"'],
  ['Date', '2026-05-24', 'AuthorizationQueryParametersError', 'ISO8601 Long Format'],
  ['Date', '20260525T120000Z', 'AuthorizationQueryParametersError', 'not the same as X-Amz-Date: "20260525"'],
  ['Expires', '1.5', 'AuthorizationQueryParametersError', 'should be a number'],
  ['Expires', '-1', 'AuthorizationQueryParametersError', 'non-negative'],
  ['Expires', '604801', 'AuthorizationQueryParametersError', 'less than a week'],
  ['Expires', '0', 'AccessDenied', 'Request has expired'],
])('a presigned URL whose X-Amz-%s is "%s" is refused', async (name, value, code, says) => {
  const signed = await presign(draft());
  const query = signed.query.map((pair) => (pair[0] === `X-Amz-${name}` ? ([pair[0], value] as const) : pair));

  const refusal = refusalOf(() => authenticate({ ...signed, query }, context()));

  expect([refusal.code, refusal.message]).toEqual([code, expect.stringContaining(says)]);
});

it.each([
  [`GK${'a1'.repeat(12)}`, `GK${'a1'.repeat(12)}`],
  ['canary', 'not shown'],
])(
  'E20: the journal is told of an unknown key, and of its id only if that is one of ours: %s',
  async (accessKeyId, told) => {
    const request = await signHeaders(draft(), { key: { ...KEY, accessKeyId } });

    const unknown = refusalOf(() => authenticate(request, context()));

    expect(unknown).toMatchObject({
      code: 'InvalidAccessKeyId',
      status: 403,
      details: { AWSAccessKeyId: accessKeyId },
    });
    expect(unknown.reason).toEqual({ message: expect.stringContaining(told), field: 'access_key_id' });
    if (accessKeyId === 'canary') expect(unknown.reason?.message).not.toContain('canary');
  },
);
