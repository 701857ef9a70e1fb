import { describe, expect, test } from 'vitest';
import { send } from '../raw';
import { clientFor, refusal, routeError, STYLES, shareS3 } from '../support';

const open = shareS3();

test.each(STYLES)('a bucket that is not there is NoSuchBucket, for every kind of request: %s', async (style) => {
  const { emulator, credentials } = await open();
  const client = clientFor(emulator, credentials, style);
  const Bucket = 'no-such-bucket';

  expect(await refusal(client.listObjectsV2({ Bucket }))).toBe('404 NoSuchBucket');
  expect(await refusal(client.putObject({ Bucket, Key: 'k', Body: 'x' }))).toBe('404 NoSuchBucket');
  expect(await routeError(client.headBucket({ Bucket }))).toMatchObject({ status: 404 });
});

/** The rules themselves are judged in unit tests. */
test.each([
  ['no XML', 'cors', 'nonsense', 400, 'MalformedXML'],
  ['nothing', 'cors', '', 400, 'MalformedXML'],
  ['another root', 'lifecycle', '<Other/>', 400, 'MalformedXML'],
  ['no rule', 'cors', '<CORSConfiguration/>', 400, 'MalformedXML'],
  [
    'a document type',
    'cors',
    '<!DOCTYPE a [<!ENTITY b "c">]><CORSConfiguration>&b;</CORSConfiguration>',
    400,
    'MalformedXML',
  ],
  [
    ...['a transition', 'lifecycle'],
    '<LifecycleConfiguration><Rule><Filter/><Status>Enabled</Status><Transition><Days>1</Days></Transition></Rule></LifecycleConfiguration>',
    ...[501, 'NotImplemented'],
  ],
] as [string, string, string, number, string][])(
  '%s is refused for ?%s',
  async (_name, parameter, body, status, code) => {
    const { Bucket, ask } = await open();

    const response = await ask({ method: 'PUT', path: `/${Bucket}`, query: { [parameter]: '' }, body });

    expect([response.status, response.code]).toEqual([status, code]);
  },
);

describe('cross-origin requests', () => {
  const rule = {
    AllowedMethods: ['GET', 'PUT'],
    AllowedOrigins: ['https://*.example'],
    AllowedHeaders: ['x-*', 'content-type'],
    ExposeHeaders: ['ETag'],
    MaxAgeSeconds: 60,
  };

  const PUT = { origin: 'https://a.example', 'access-control-request-method': 'PUT' };

  test.each<[string, Record<string, string>, number]>([
    ['allowed', { ...PUT, 'access-control-request-headers': 'X-Custom, Content-Type' }, 200],
    ['from elsewhere', { ...PUT, origin: 'https://a.elsewhere' }, 403],
    ['with another header', { ...PUT, 'access-control-request-headers': 'authorization' }, 403],
  ])('a preflight %s', async (_name, headers, status) => {
    const { client, emulator, Bucket } = await open();
    await client.putBucketCors({ Bucket, CORSConfiguration: { CORSRules: [rule] } });

    const response = await send(emulator.s3Endpoint, { method: 'OPTIONS', path: `/${Bucket}/k`, headers });

    expect(response.status).toBe(status);
    if (status !== 200) return;
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': 'https://a.example',
      'access-control-allow-methods': 'GET, PUT',
      'access-control-allow-headers': 'x-custom, content-type',
      'access-control-expose-headers': 'ETag',
      'access-control-max-age': '60',
      // A cache in between must not give one page the response for another.
      vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
    });
  });

  test('responses say what the page may see, even errors', async () => {
    const { client, Bucket, ask } = await open();
    await client.putBucketCors({ Bucket, CORSConfiguration: { CORSRules: [rule] } });
    const get = (origin: string) => ask({ method: 'GET', path: `/${Bucket}/none`, headers: { origin } });

    const allowed = await get('https://a.example');
    const refused = await get('https://a.elsewhere');

    expect([allowed.status, allowed.headers['access-control-allow-origin']]).toEqual([404, 'https://a.example']);
    expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([404, undefined]);
  });
});
