import { expect, it } from 'vitest';
import { authenticate } from '../../../../../emulator/s3/auth/authenticate';
import { context, draft, NOW, refusalOf, SIGNED, signHeaders } from './support';

const MINUTE = 60_000;

it('says which region it expects', async () => {
  const request = await signHeaders(draft(), { region: 'us-east-1' });

  const routeError = refusalOf(() => authenticate(request, context({ region: 'garage' })));

  expect(routeError).toMatchObject({ code: 'AuthorizationHeaderMalformed', details: { Region: 'garage' } });
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
