import { expect, it } from 'vitest';
import { authenticate } from '../../../../emulator/s3/auth/authenticate';
import { context, draft, NOW, refusalOf, SIGNED, signHeaders } from './support';

const MINUTE = 60_000;
const V4 = 'AWS4-HMAC-SHA256';
const MALFORMED = 'AuthorizationHeaderMalformed';

it.each([
  ['version 2', 'AWS key:signature', 'InvalidRequest', 'Please use AWS4-HMAC-SHA256'],
  [
    'version 4A',
    'AWS4-ECDSA-P256-SHA256 Credential=a/20260524/s3/aws4_request',
    'InvalidRequest',
    'Please use AWS4-HMAC',
  ],
  ['another scheme', 'Bearer canary', 'InvalidArgument', 'Unsupported Authorization Type'],
  ['nothing', '', 'InvalidArgument', 'Unsupported Authorization Type'],
  ['no components', V4, MALFORMED, 'requires three components'],
  ['no Signature', `${V4} Credential=a, SignedHeaders=b`, MALFORMED, 'three components'],
  ['one twice', `${V4} Credential=a, Credential=b, Signature=c`, MALFORMED, 'three components'],
  ['one too many', `${V4} Credential=a, SignedHeaders=b, Signature=c, More=d`, MALFORMED, 'three components'],
  ['a short credential', `${V4} Credential=a/b, SignedHeaders=b, Signature=c`, MALFORMED, 'mal-formed'],
])('refuses %s', async (_, authorization, code, message) => {
  const request = await signHeaders(draft());

  const routeError = refusalOf(() =>
    authenticate({ ...request, headers: { ...request.headers, authorization } }, context()),
  );

  expect(routeError.code).toBe(code);
  expect(routeError.message).toContain(message);
  expect(JSON.stringify(routeError.details)).not.toContain('canary');
});

it.each([
  ['region', '/us-east-1/', '/eu-west-1/', "the region 'eu-west-1' is wrong; expecting 'us-east-1'"],
  ['service', '/s3/', '/ec2/', 'incorrect service "ec2". This endpoint belongs to "s3".'],
  ['terminal', '/aws4_request', '/aws4', 'incorrect terminal "aws4". This endpoint uses "aws4_request".'],
  ['date', '/20260524/', '/20260523/', 'Invalid credential date "20260523"'],
  ['form of the date', '/20260524/', '/2026-05-24/', 'incorrect date format "2026-05-24"'],
])('refuses a scope of another %s', async (_, good, bad, message) => {
  const request = await signHeaders(draft());
  const authorization = request.headers.authorization?.replace(good, bad);

  const routeError = refusalOf(() =>
    authenticate({ ...request, headers: { ...request.headers, authorization } }, context({ region: 'us-east-1' })),
  );

  expect(routeError).toMatchObject({ code: MALFORMED, status: 400 });
  expect(routeError.message).toContain(`The authorization header is malformed; ${message}`);
});

it('says which region it expects', async () => {
  const request = await signHeaders(draft(), { region: 'us-east-1' });

  const routeError = refusalOf(() => authenticate(request, context({ region: 'garage' })));

  expect(routeError).toMatchObject({ code: MALFORMED, details: { Region: 'garage' } });
});

it('E6: accepts any region when none is asked for', async () => {
  const request = await signHeaders(draft(), { region: 'mars-north-7' });

  expect(authenticate(request, context())).toMatchObject(SIGNED);
});

it.each([15 * MINUTE, -15 * MINUTE])('E5: accepts a signature that is %i ms from now', async (ms) => {
  const request = await signHeaders(draft(), { at: NOW - ms });

  expect(authenticate(request, context())).toMatchObject(SIGNED);
});

it.each([15 * MINUTE + 1000, -15 * MINUTE - 1000])('E5: refuses a signature that is %i ms from now', async (ms) => {
  const request = await signHeaders(draft(), { at: NOW - ms });

  expect(refusalOf(() => authenticate(request, context()))).toMatchObject({
    code: 'RequestTimeTooSkewed',
    status: 403,
    details: { ServerTime: '2026-05-24T12:00:00Z', MaxAllowedSkewMilliseconds: '900000' },
  });
});

it('E5: judges the age of a signature by real time, wherever the virtual clock is', async () => {
  const request = await signHeaders(draft());

  expect(authenticate(request, context({ now: () => NOW + 365 * 24 * 60 * MINUTE }))).toMatchObject(SIGNED);
});

it.each([
  [{}],
  [{ 'x-amz-date': '2026-05-24T12:00:00Z' }],
  [{ 'x-amz-date': '20261324T120000Z' }],
  [{ date: 'yesterday' }],
])('refuses a request without a date that it can read: %j', async (dates) => {
  const request = await signHeaders(draft());
  const { 'x-amz-date': _, ...headers } = request.headers;

  const routeError = refusalOf(() => authenticate({ ...request, headers: { ...headers, ...dates } }, context()));

  expect(routeError).toMatchObject({ code: 'AccessDenied' });
  expect(routeError.message).toBe('AWS authentication requires a valid Date or x-amz-date header');
});

it('asks for x-amz-content-sha256', async () => {
  const request = await signHeaders(draft());
  const { 'x-amz-content-sha256': _, ...headers } = request.headers;

  const routeError = refusalOf(() => authenticate({ ...request, headers }, context()));

  expect(routeError).toMatchObject({ code: 'InvalidRequest', status: 400 });
  expect(routeError.message).toContain('x-amz-content-sha256');
});
