import { describe, expect, it } from 'vitest';
import { authenticate } from '../../../../../emulator/s3/auth/authenticate';
import type { S3Request } from '../../../../../emulator/s3/request';
import { fc } from '../../../support/property';
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

it('refuses a wrong secret, and shows what was signed', async () => {
  const request = await signHeaders(draft(), { key: { ...KEY, secretAccessKey: 'canary-other' } });

  const routeError = refusalOf(() => authenticate(request, context()));

  expect(routeError).toMatchObject({ code: 'SignatureDoesNotMatch', status: 403 });
  expect(routeError.details).toMatchObject({
    AWSAccessKeyId: KEY.accessKeyId,
    SignatureProvided: /Signature=(.*)$/.exec(request.headers.authorization ?? '')?.[1],
    CanonicalRequest: expect.stringMatching(/^GET\n\/bucket\/key\n\nhost:localhost:9000\n[\s\S]*\nUNSIGNED-PAYLOAD$/),
    CanonicalRequestBytes: expect.stringMatching(/^47 45 54 0a /),
    StringToSign: expect.stringMatching(/^AWS4-HMAC-SHA256\n20260524T120000Z\n20260524\/us-east-1\/s3\/aws4_request\n/),
    StringToSignBytes: expect.stringMatching(/^41 57 53 34 /),
  });
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
