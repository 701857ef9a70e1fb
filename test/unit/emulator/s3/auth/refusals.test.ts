import { expect, it } from 'vitest';
import { authenticate } from '../../../../../emulator/s3/auth/authenticate';
import type { S3Request } from '../../../../../emulator/s3/request';
import { context, draft, KEY, NOW, presign, refusalOf, SIGNED, signHeaders } from './support';

/* Every refusal as its client reads it: code, whole message and details. */

const V4 = 'AWS4-HMAC-SHA256';
const UNSUPPORTED = 'The authorization mechanism you have provided is not supported. Please use AWS4-HMAC-SHA256.';
const malformed = (says: string) =>
  ['AuthorizationHeaderMalformed', `The authorization header is malformed; ${says}`] as const;
const COMPONENTS = malformed(
  'the authorization header requires three components: Credential, SignedHeaders, and Signature.',
);
const CREDENTIAL = malformed(
  'the Credential is mal-formed; expecting "<YOUR-AKID>/YYYYMMDD/REGION/SERVICE/aws4_request".',
);
const TYPE = ['InvalidArgument', 'Unsupported Authorization Type', { ArgumentName: 'Authorization' }] as const;

const withCredential = (credential: string) => `${V4} Credential=${credential}, SignedHeaders=host, Signature=c`;

it.each<[authorization: string, refusal: readonly [string, string, object?]]>([
  ['AWS key:signature', ['InvalidRequest', UNSUPPORTED]],
  ['AWS4-ECDSA-P256-SHA256 Credential=a', ['InvalidRequest', UNSUPPORTED]],
  ['Bearer x', TYPE],
  ['', TYPE],
  [`${V4}x Credential=a, SignedHeaders=b, Signature=c`, TYPE],
  [V4, COMPONENTS],
  [`${V4} Credential=a, SignedHeaders=b`, COMPONENTS],
  [`${V4} Credential=a, Signature=b`, COMPONENTS],
  [`${V4} SignedHeaders=a, Signature=b`, COMPONENTS],
  [`${V4} Credential=a, Credential=b, Signature=c`, COMPONENTS],
  [`${V4} Credential=a, SignedHeaders=b, Signature=c, More=d`, COMPONENTS],
  [`${V4} Credential=a, SignedHeaders=b, Signature`, COMPONENTS],
  [`${V4} Credential=a, SignedHeaders=b, Signature=c d`, COMPONENTS],
  [withCredential('a/b'), CREDENTIAL],
  [withCredential('/20260524/us-east-1/s3/aws4_request'), CREDENTIAL],
  [withCredential('k/20260524//s3/aws4_request'), CREDENTIAL],
  [
    withCredential('k/2026/us-east-1/s3/aws4_request'),
    malformed('incorrect date format "2026". This date in the credential must be in the format "yyyyMMdd".'),
  ],
  [
    withCredential('k/20260524/eu/s3/aws4_request'),
    [...malformed("the region 'eu' is wrong; expecting 'us-east-1'"), { Region: 'us-east-1' }],
  ],
  [
    withCredential('k/20260524/us-east-1/ec2/aws4_request'),
    malformed('incorrect service "ec2". This endpoint belongs to "s3".'),
  ],
  [
    withCredential('k/20260524/us-east-1/s3/aws4'),
    malformed('incorrect terminal "aws4". This endpoint uses "aws4_request".'),
  ],
  [
    withCredential('k/20260523/us-east-1/s3/aws4_request'),
    malformed('Invalid credential date "20260523". This date is not the same as X-Amz-Date: "20260524".'),
  ],
])('the header "%s" is refused', async (authorization, [code, message, details = {}]) => {
  const signed = await signHeaders(draft());
  const request = { ...signed, headers: { ...signed.headers, authorization } };

  const refusal = refusalOf(() => authenticate(request, context({ region: 'us-east-1' })));

  expect([refusal.status, refusal.code, refusal.message, refusal.details]).toEqual([400, code, message, details]);
});

it('takes the parts of the header in any order, and with any white space between them', async () => {
  const signed = await signHeaders(draft());
  const [, parts = ''] = /^\S+ (.*)$/.exec(signed.headers.authorization ?? '') ?? [];
  const mixed = parts.split(', ').reverse();

  for (const authorization of [`${V4} ${mixed.join(',')}`, `${V4}   ${mixed.join('  ,  ')} `]) {
    expect(authenticate({ ...signed, headers: { ...signed.headers, authorization } }, context())).toMatchObject(SIGNED);
  }
});

it.each<[what: string, change: (request: S3Request) => S3Request, refusal: readonly [string, string, object?]]>([
  [
    'no date',
    ({ headers: { 'x-amz-date': _, ...headers }, ...rest }) => ({ ...rest, headers }),
    ['AccessDenied', 'AWS authentication requires a valid Date or x-amz-date header'],
  ],
  [
    'no hash of the body',
    ({ headers: { 'x-amz-content-sha256': _, ...headers }, ...rest }) => ({ ...rest, headers }),
    ['InvalidRequest', 'Missing required header for this request: x-amz-content-sha256'],
  ],
  [
    'a hash of the body that is none',
    ({ headers, ...rest }) => ({ ...rest, headers: { ...headers, 'x-amz-content-sha256': 'abc' } }),
    [
      'InvalidArgument',
      'x-amz-content-sha256 must be UNSIGNED-PAYLOAD, STREAMING-UNSIGNED-PAYLOAD-TRAILER, ' +
        'STREAMING-AWS4-HMAC-SHA256-PAYLOAD, STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER or a valid sha256 value.',
      { ArgumentName: 'x-amz-content-sha256', ArgumentValue: 'abc' },
    ],
  ],
  [
    'a session',
    ({ headers, ...rest }) => ({ ...rest, headers: { ...headers, 'x-amz-security-token': 'x' } }),
    ['InvalidToken', 'The provided token is malformed or otherwise invalid.'],
  ],
  [
    'headers that nobody signed',
    ({ headers, ...rest }) => ({ ...rest, headers: { ...headers, 'x-amz-acl': 'x', 'x-amz-meta-a': 'y', other: 'z' } }),
    [
      'AccessDenied',
      'There were headers present in the request which were not signed',
      { HeadersNotSigned: 'x-amz-acl, x-amz-meta-a' },
    ],
  ],
  ...(['Algorithm', 'Signature'] as const).map(
    (name) =>
      [
        `a query that signs, too, by its ${name}`,
        (request: S3Request) => ({ ...request, query: [[`X-Amz-${name}`, 'x']] as const }),
        [
          'InvalidArgument',
          'Only one auth mechanism allowed; only the X-Amz-Algorithm query parameter, Signature query string parameter ' +
            'or the Authorization header should be specified',
          { ArgumentName: 'Authorization' },
        ],
      ] as never,
  ),
  [
    'version 2 in the query',
    ({ headers: { authorization: _, ...headers }, ...rest }) => ({
      ...rest,
      headers,
      query: [['AWSAccessKeyId', 'x']],
    }),
    [
      'InvalidRequest',
      `${UNSUPPORTED} This URL is signed with version 2, as boto3 does by default for us-east-1: ` +
        'create its client with Config(signature_version="s3v4").',
    ],
  ],
  [
    'nothing that signs',
    ({ headers: { authorization: _, ...headers }, ...rest }) => ({ ...rest, headers }),
    ['AccessDenied', 'Access Denied'],
  ],
])('a request with %s is refused', async (_what, change, [code, message, details = {}]) => {
  const changed = change(await signHeaders(draft()));
  const found = refusalOf(() => authenticate(changed, context()));

  expect([found.code, found.message, found.details]).toEqual([code, message, details]);
});

const queryError = (says: string) => ['AuthorizationQueryParametersError', says] as const;

it.each<[name: string, value: string, refusal: readonly [string, string, object?]]>([
  ['Algorithm', 'AWS4', queryError('X-Amz-Algorithm only supports "AWS4-HMAC-SHA256"')],
  [
    'Algorithm',
    '',
    queryError(
      'Query-string authentication version 4 requires the X-Amz-Algorithm, X-Amz-Credential, X-Amz-Signature, ' +
        'X-Amz-Date, X-Amz-SignedHeaders, and X-Amz-Expires parameters.',
    ),
  ],
  [
    'Credential',
    'key',
    queryError(
      'Error parsing the X-Amz-Credential parameter; the Credential is mal-formed; expecting "<YOUR-AKID>/YYYYMMDD/REGION/SERVICE/aws4_request".',
    ),
  ],
  ['Date', '2026-05-24', queryError(`X-Amz-Date must be in the ISO8601 Long Format "yyyyMMdd'T'HHmmss'Z'"`)],
  [
    'Date',
    '20260525T120000Z',
    queryError('Invalid credential date "20260524". This date is not the same as X-Amz-Date: "20260525".'),
  ],
  ['Expires', 'soon', queryError('X-Amz-Expires should be a number')],
  ['Expires', '1.5', queryError('X-Amz-Expires should be a number')],
  ['Expires', '-1', queryError('X-Amz-Expires must be non-negative')],
  [
    'Expires',
    '604801',
    queryError(
      'X-Amz-Expires must be less than a week (in seconds); that is, the given X-Amz-Expires must be less than 604800 seconds',
    ),
  ],
  [
    'Expires',
    '0',
    [
      'AccessDenied',
      'Request has expired',
      { 'X-Amz-Expires': '0', Expires: '2026-05-24T12:00:00Z', ServerTime: '2026-05-24T12:00:00Z' },
    ],
  ],
])('a presigned URL whose X-Amz-%s is "%s" is refused', async (name, value, [code, message, details = {}]) => {
  const signed = await presign(draft());
  const query = signed.query.map((pair) => (pair[0] === `X-Amz-${name}` ? ([pair[0], value] as const) : pair));

  const found = refusalOf(() => authenticate({ ...signed, query }, context()));

  expect([found.code, found.message, found.details]).toEqual([code, message, details]);
});

it('times and keys are told with the request, and to the journal in its own words', async () => {
  const future = await presign(draft(), { at: NOW + 15 * 60_000 + 1_000 });
  expect(refusalOf(() => authenticate(future, context())).details).toEqual({
    'X-Amz-Date': '20260524T121501Z',
    ServerTime: '2026-05-24T12:00:00Z',
  });
  const old = await signHeaders(draft(), { at: NOW - 15 * 60_000 - 1_000 });
  const skewed = refusalOf(() => authenticate(old, context()));
  expect(skewed.message).toBe('The difference between the request time and the current time is too large.');
  expect(skewed.details).toEqual({
    RequestTime: '20260524T114459Z',
    ServerTime: '2026-05-24T12:00:00Z',
    MaxAllowedSkewMilliseconds: '900000',
  });
  const drawn = `GK${'a1'.repeat(12)}`;
  for (const [id, told] of [
    [drawn, drawn],
    ['canary', 'of this id (not shown, as it is none of the form GK…)'],
  ] as const) {
    const request = await signHeaders(draft(), { key: { ...KEY, accessKeyId: id } });
    const unknown = refusalOf(() => authenticate(request, context()));
    expect(unknown.message).toBe('The AWS Access Key Id you provided does not exist in our records.');
    expect(unknown.reason).toEqual({
      message: `There is no access key ${told}: it was deleted, or is of another emulator.`,
      field: 'access_key_id',
    });
  }
  const wrong = refusalOf(() =>
    authenticate(
      { ...old, headers: { ...old.headers } },
      context({ realNow: () => NOW - 900_000, findSecret: () => 'x' }),
    ),
  );
  expect([wrong.code, wrong.message, wrong.reason]).toEqual([
    'SignatureDoesNotMatch',
    'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
    {
      message: `The signature is not that of the access key ${KEY.accessKeyId}: the secret access key is another one, or the request was changed after it was signed.`,
      field: 'authorization',
    },
  ]);
});
