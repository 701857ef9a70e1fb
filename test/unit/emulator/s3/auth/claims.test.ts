import { expect, it } from 'vitest';
import { authenticate } from '../../../../../emulator/s3/auth/authenticate';
import { context, draft, NOW, presign, refusalOf, SIGNED, signHeaders } from './support';

const MINUTE = 60_000;
const WEEK_S = 7 * 24 * 60 * 60;

it('E6: accepts any region when none is asked for, in the header and in the query', async () => {
  for (const request of [
    await signHeaders(draft(), { region: 'mars-7' }),
    await presign(draft(), { region: 'mars-7' }),
  ]) {
    expect(authenticate(request, context())).toMatchObject(SIGNED);
    expect(refusalOf(() => authenticate(request, context({ region: 'garage' }))).details).toEqual({ Region: 'garage' });
  }
});

it.each([
  [15 * MINUTE, true],
  [-15 * MINUTE, true],
  [15 * MINUTE + 1000, false],
  [-15 * MINUTE - 1000, false],
])('E5: a signature that is %i ms from now, by real time, is accepted: %s', async (ms, isAccepted) => {
  const request = await signHeaders(draft(), { at: NOW - ms });
  const check = () => authenticate(request, context({ now: () => NOW + 365 * 24 * 60 * MINUTE }));

  if (isAccepted) expect(check()).toMatchObject(SIGNED);
  else expect(refusalOf(check)).toMatchObject({ code: 'RequestTimeTooSkewed', status: 403 });
});

it.each([1, WEEK_S])('E5: a URL that is valid for %i s expires by the virtual clock', async (expiresIn) => {
  const request = await presign(draft(), { expiresIn });
  const end = NOW + expiresIn * 1000;

  expect(authenticate(request, context({ now: () => end - 1 }))).toMatchObject(SIGNED);
  expect(refusalOf(() => authenticate(request, context({ now: () => end })))).toMatchObject({
    ...{ code: 'AccessDenied', message: 'Request has expired' },
  });
});

it('E5: takes a URL of up to fifteen minutes from now, by real time', async () => {
  const [soon, later] = [
    await presign(draft(), { at: NOW + 15 * MINUTE }),
    await presign(draft(), { at: NOW + 15 * MINUTE + 1000 }),
  ];

  expect(authenticate(soon, context({ now: () => NOW + 16 * MINUTE }))).toMatchObject(SIGNED);
  expect(refusalOf(() => authenticate(later, context()))).toMatchObject({ code: 'AccessDenied' });
  expect(authenticate(later, context({ realNow: () => NOW + 1000, now: () => 0 }))).toMatchObject(SIGNED);
});

it.each([{}, { 'x-amz-date': '2026-05-24T12:00:00Z' }, { 'x-amz-date': '20261324T120000Z' }, { date: 'yesterday' }])(
  'refuses a request without a date that it can read: %j',
  async (dates) => {
    const request = await signHeaders(draft());
    const { 'x-amz-date': _, ...headers } = request.headers;

    const refusal = refusalOf(() => authenticate({ ...request, headers: { ...headers, ...dates } }, context()));

    expect([refusal.code, refusal.message]).toEqual(['AccessDenied', expect.stringContaining('x-amz-date')]);
  },
);

it.each(['Algorithm', 'Credential', 'Date', 'SignedHeaders', 'Expires', 'Signature'])(
  'refuses a presigned URL without X-Amz-%s, or with two of them',
  async (each) => {
    const name = `X-Amz-${each}`;
    const request = await presign(draft());
    const without = request.query.filter((parameter) => parameter[0] !== name);

    for (const query of [without, [...request.query, [name, 'x'] as const]])
      expect(refusalOf(() => authenticate({ ...request, query }, context()))).toMatchObject({
        ...{ code: 'AuthorizationQueryParametersError', status: 400 },
      });
  },
);

it('takes the hash of the body from the query, where presigners put it', async () => {
  const sha256 = 'a'.repeat(64);
  const headers = { host: 'localhost:9000', 'x-amz-content-sha256': sha256 };
  const request = await presign(draft({ method: 'PUT', headers }));

  expect(request.headers).not.toHaveProperty('x-amz-content-sha256');
  expect(authenticate(request, context()).payload).toEqual({ kind: 'signed', sha256 });
});
