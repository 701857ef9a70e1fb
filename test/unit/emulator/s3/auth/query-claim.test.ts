import { expect, it } from 'vitest';
import { authenticate } from '../../../../../emulator/s3/auth/authenticate';
import type { S3Request } from '../../../../../emulator/s3/request';
import { context, draft, NOW, presign, refusalOf, SIGNED } from './support';

const WEEK_S = 7 * 24 * 60 * 60;

function withParameter(request: S3Request, name: string, value: string | undefined): S3Request {
  const others = request.query.filter((parameter) => parameter[0] !== name);
  return { ...request, query: value === undefined ? others : [...others, [name, value]] };
}

const NAMES = ['Algorithm', 'Credential', 'Date', 'SignedHeaders', 'Expires', 'Signature'].map(
  (each) => `X-Amz-${each}`,
);

it.each(NAMES)('refuses a presigned URL without %s, or with two of them', async (name) => {
  const request = await presign(draft());
  const twice = { ...request, query: [...request.query, [name, 'x'] as const] };

  for (const changed of [withParameter(request, name, undefined), twice]) {
    const routeError = refusalOf(() => authenticate(changed, context()));

    expect(routeError).toMatchObject({ code: 'AuthorizationQueryParametersError', status: 400 });
    expect(routeError.message).toContain(
      'requires the X-Amz-Algorithm, X-Amz-Credential, X-Amz-Signature, X-Amz-Date, X-Amz-SignedHeaders, and X-Amz-Expires',
    );
  }
});

it('refuses a scope of another service', async () => {
  const request = withParameter(await presign(draft()), 'X-Amz-Credential', 'key/20260524/us-east-1/s4/aws4_request');

  const routeError = refusalOf(() => authenticate(request, context()));

  expect(routeError.code).toBe('AuthorizationQueryParametersError');
  expect(routeError.message).toContain('incorrect service "s4"');
});

it('says which region it expects', async () => {
  const request = await presign(draft(), { region: 'us-east-1' });

  expect(refusalOf(() => authenticate(request, context({ region: 'garage' })))).toMatchObject({
    code: 'AuthorizationQueryParametersError',
    details: { Region: 'garage' },
  });
});

it.each([1, 3600, WEEK_S])('E5: a URL that is valid for %i s expires by the virtual clock', async (expiresIn) => {
  const request = await presign(draft(), { expiresIn });
  const lastMoment = NOW + expiresIn * 1000 - 1;

  expect(authenticate(request, context({ now: () => lastMoment }))).toMatchObject(SIGNED);
  expect(refusalOf(() => authenticate(request, context({ now: () => lastMoment + 1 })))).toMatchObject({
    code: 'AccessDenied',
    message: 'Request has expired',
    details: {
      'X-Amz-Expires': String(expiresIn),
      Expires: new Date(lastMoment + 1).toISOString().replace('.000', ''),
    },
  });
});

it('E5: takes a URL of up to fifteen minutes from now', async () => {
  const request = await presign(draft(), { at: NOW + 15 * 60_000 });

  expect(authenticate(request, context({ now: () => NOW + 16 * 60_000 }))).toMatchObject(SIGNED);
});

it('E5: refuses a URL from the future of real time', async () => {
  const request = await presign(draft(), { at: NOW + 15 * 60_000 + 1000 });

  expect(refusalOf(() => authenticate(request, context()))).toMatchObject({
    code: 'AccessDenied',
    message: 'Request is not valid yet',
  });
  expect(authenticate(request, context({ realNow: () => NOW + 1000, now: () => 0 }))).toMatchObject(SIGNED);
});

it('takes the hash of the body from the query, where presigners put it', async () => {
  const sha256 = 'a'.repeat(64);
  const request = await presign(
    draft({ method: 'PUT', headers: { host: 'localhost:9000', 'x-amz-content-sha256': sha256 } }),
  );

  expect(request.headers).not.toHaveProperty('x-amz-content-sha256');
  expect(authenticate(request, context()).payload).toEqual({ kind: 'signed', sha256 });
});
