import { describe, expect, it } from 'vitest';
import { authenticate } from '../../../../../emulator/s3/auth/authenticate';
import type { S3Request } from '../../../../../emulator/s3/request';
import { fc } from '../../../support/property';
import { publishedContext, publishedRequest, publishedUrl } from './published-examples';
import { context, draft, KEY, presign, refusalOf, signHeaders } from './support';

const UNSIGNED = { accessKeyId: KEY.accessKeyId, payload: { kind: 'unsigned' } };

const DRAFTS = {
  'a plain request': draft(),
  'a query in any order': draft({
    query: { prefix: 'a b+c/ü~*', 'list-type': '2', 'a-b': '1', a: '2', A: '', uploads: '' },
  }),
  'a name more than once in the query': draft({ query: { x: ['b', 'a', 'a b'] } }),
  'an odd path': draft({ method: 'PUT', path: '/bucket/a%20b/%C3%BC/%2B%28%29%21%27%2A~-._//x/' }),
  'a path that is encoded less than S3 asks for': draft({ path: '/bucket/a=b@c:d' }),
  'white space in values': draft({
    headers: { ...draft().headers, 'x-amz-meta-note': '  two   words ', range: 'bytes=0-9' },
  }),
};

describe.each(Object.entries(DRAFTS))('%s', (_, what) => {
  it('is accepted as the official signer signs it in the Authorization header', async () => {
    const request = await signHeaders(what);

    expect(authenticate(request, context())).toEqual(UNSIGNED);
  });

  it('is accepted as the official signer signs it in the query', async () => {
    const request = await presign(what);

    expect(authenticate(request, context())).toEqual(UNSIGNED);
  });
});

// Source: "Authenticating Requests: Using the Authorization Header", and "… Using Query Parameters".
const SIGNATURES = {
  get: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  put: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  lifecycle: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  list: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
};

it.each([
  ['GET object', publishedRequest('GET', '/test.txt', [], SIGNATURES.get, { range: 'bytes=0-9' })],
  [
    'PUT object',
    publishedRequest('PUT', '/test%24file.text', [], SIGNATURES.put, {
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
    }),
  ],
  ['GET bucket lifecycle', publishedRequest('GET', '/', [['lifecycle', '']], SIGNATURES.lifecycle, {})],
  ['list objects', publishedRequest('GET', '/', Object.entries({ 'max-keys': '2', prefix: 'J' }), SIGNATURES.list, {})],
  ['presigned URL', publishedUrl()],
])('accepts the published example: %s', (_, request) => {
  expect(authenticate(request, publishedContext).accessKeyId).toBe('AKIAIOSFODNN7EXAMPLE');
});

it('accepts a path that was signed as S3 encodes it and sent less encoded', async () => {
  const signed = await signHeaders(draft({ path: '/bucket/%28a%29%3D%C3%BC' }));

  expect(authenticate({ ...signed, rawPath: '/bucket/(a)=%c3%bc' }, context())).toEqual(UNSIGNED);
});

it('takes header values as the bytes that were sent', async () => {
  // Given: a client that signs UTF-8 and sends it; node shows its bytes as latin1, where à ends in a no-break space
  const signed = await signHeaders(draft({ headers: { ...draft().headers, 'x-amz-meta-note': 'voilà' } }));
  const sent = { ...signed.headers, 'x-amz-meta-note': Buffer.from('voilà').toString('latin1') };

  expect(authenticate({ ...signed, headers: sent }, context())).toEqual(UNSIGNED);
});

it('refuses an unknown access key', async () => {
  const request = await signHeaders(draft(), { key: { ...KEY, accessKeyId: 'GKnone' } });

  expect(refusalOf(() => authenticate(request, context()))).toMatchObject({
    code: 'InvalidAccessKeyId',
    status: 403,
    details: { AWSAccessKeyId: 'GKnone' },
  });
});

it('refuses a wrong secret, and shows what was signed', async () => {
  const request = await signHeaders(draft(), { key: { ...KEY, secretAccessKey: 'canary-other' } });

  const routeError = refusalOf(() => authenticate(request, context()));

  expect(routeError).toMatchObject({ code: 'SignatureDoesNotMatch', status: 403 });
  expect(routeError.details).toMatchObject({
    AWSAccessKeyId: KEY.accessKeyId,
    SignatureProvided: /Signature=(.*)$/.exec(request.headers.authorization ?? '')?.[1],
    CanonicalRequest: [
      'GET',
      '/bucket/key',
      '',
      'host:localhost:9000',
      'x-amz-content-sha256:UNSIGNED-PAYLOAD',
      'x-amz-date:20260524T120000Z',
      '',
      'host;x-amz-content-sha256;x-amz-date',
      'UNSIGNED-PAYLOAD',
    ].join('\n'),
  });
  expect(routeError.details.StringToSign).toMatch(
    /^AWS4-HMAC-SHA256\n20260524T120000Z\n20260524\/us-east-1\/s3\/aws4_request\n/,
  );
  expect(routeError.details.StringToSignBytes).toMatch(/^41 57 53 34 /);
  expect(routeError.details.CanonicalRequestBytes).toMatch(/^47 45 54 0a /);
});

it('shows no secret when it refuses a signature', async () => {
  const name = 'x-amz-server-side-encryption-customer-key';
  const what = draft({ headers: { ...draft().headers, [name]: 'canary-sse', cookie: 'canary-cookie' } });
  const request = await signHeaders(what, { key: { ...KEY, secretAccessKey: 'canary-other' } });

  const routeError = refusalOf(() => authenticate(request, context()));

  expect(routeError.details.CanonicalRequest).toContain(`${name}:***`);
  const shown = JSON.stringify({ ...routeError, message: routeError.message });
  expect(shown).not.toContain('canary');
  expect(shown).not.toContain(
    Buffer.from('canary')
      .toString('hex')
      .replace(/..(?=.)/g, '$& '),
  );
});

it.each(['x-amz-meta-added', 'x-amz-acl'])('refuses a header that nobody signed: %s', async (name) => {
  for (const request of [await signHeaders(draft()), await presign(draft())]) {
    const routeError = refusalOf(() =>
      authenticate({ ...request, headers: { ...request.headers, [name]: 'x' } }, context()),
    );

    expect(routeError).toMatchObject({ code: 'AccessDenied', details: { HeadersNotSigned: name } });
  }
});

it('refuses a signature that does not cover the host', async () => {
  const request = await signHeaders(draft());
  const authorization = request.headers.authorization?.replace('SignedHeaders=host;', 'SignedHeaders=');

  const routeError = refusalOf(() =>
    authenticate({ ...request, headers: { ...request.headers, authorization } }, context()),
  );

  expect(routeError).toMatchObject({ code: 'AccessDenied', details: { HeadersNotSigned: 'host' } });
});

it('tells a signed header that is gone from one that is empty', async () => {
  const { 'x-amz-meta-gone': _, ...headers } = (
    await signHeaders(draft({ headers: { ...draft().headers, 'x-amz-meta-gone': '' } }))
  ).headers;
  const request = { ...(await signHeaders(draft())), headers };

  expect(refusalOf(() => authenticate(request, context())).code).toBe('SignatureDoesNotMatch');
});

it('refuses session tokens, which no key of this service has', async () => {
  const inHeader = await signHeaders(draft({ headers: { ...draft().headers, 'x-amz-security-token': 'canary' } }));
  const inQuery = await presign(draft({ query: { 'X-Amz-Security-Token': 'canary' } }));

  for (const request of [inHeader, inQuery]) {
    expect(refusalOf(() => authenticate(request, context()))).toMatchObject({ code: 'InvalidToken', status: 400 });
  }
});

describe('every single character of a signed request counts', () => {
  type Texts = [name: string, text: string, put: (text: string) => Partial<S3Request>][];

  function texts(request: S3Request): Texts {
    const { method, rawPath, query, headers } = request;
    return [
      ['method', method, (text) => ({ method: text })],
      ['path', rawPath, (text) => ({ rawPath: text })],
      ...query.flatMap(([name, value], index): Texts => {
        const at = (pair: readonly [string, string]) => ({ query: query.with(index, pair) });
        return [
          [`name of ${name}`, name, (text) => at([text, value])],
          [`value of ${name}`, value, (text) => at([name, text])],
        ];
      }),
      ...Object.entries(headers).flatMap(([name, value]): Texts => {
        const { [name]: _, ...others } = headers;
        return [
          [`name of ${name}`, name, (text) => ({ headers: { ...others, [text.toLowerCase()]: value } })],
          [`value of ${name}`, String(value), (text) => ({ headers: { ...headers, [name]: text } })],
        ];
      }),
    ];
  }

  const what = draft({
    method: 'PUT',
    path: '/bucket/a%20b/c',
    query: { partNumber: '1', uploadId: 'x y' },
    headers: { ...draft().headers, 'content-type': 'text/plain', 'x-amz-meta-note': 'two words' },
  });

  it.each([
    ['Authorization header', () => signHeaders(what)],
    ['presigned URL', () => presign(what)],
  ])('%s', async (_, make) => {
    const request = await make();
    const places = texts(request);
    const anyPlace = fc.nat(places.length - 1).chain((index) => {
      const [name, text, put] = places[index] ?? ['', '', () => ({})];
      return fc
        .record({ at: fc.nat(Math.max(0, text.length - 1)), code: fc.integer({ min: 0x20, max: 0xff }) })
        .map(({ at, code }) => ({
          name,
          text,
          put,
          other: text.slice(0, at) + String.fromCharCode(code) + text.slice(at + 1),
        }));
    });

    fc.assert(
      fc.property(anyPlace, ({ name, text, put, other }) => {
        // The same name of a header, or the same path in other words, is no change.
        fc.pre(name.startsWith('name of') ? other.toLowerCase() !== text.toLowerCase() : other !== text);
        fc.pre(name !== 'path' || decoded(other) !== decoded(text));

        refusalOf(() => authenticate({ ...request, ...put(other) }, context()));
      }),
      { numRuns: 3000 },
    );
  });

  function decoded(path: string): string | undefined {
    try {
      return decodeURIComponent(path);
    } catch {
      return undefined;
    }
  }
});
