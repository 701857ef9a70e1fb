import type * as s3 from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { send } from '../raw';
import { clientFor, drawStyle, refusal, routeError, shareS3 } from '../support';

describe.each(drawStyle('buckets'))('%s', (style) => {
  const open = shareS3(style);

  test('ListBuckets shows the buckets of the key, in pages, by prefix', async () => {
    const { bucket, key, emulator } = await open();
    const buckets = [await bucket(), await bucket(), await bucket()].sort((a, b) => (a.alias < b.alias ? -1 : 1));
    const client = clientFor(emulator, await key(buckets, {}), style);

    const all = await client.listBuckets({});
    const first = await client.listBuckets({ MaxBuckets: 2 });
    const second = await client.listBuckets({ MaxBuckets: 2, ContinuationToken: first.ContinuationToken });
    const prefixed = await client.listBuckets({ Prefix: buckets[1]?.alias });
    const elsewhere = await client.listBuckets({ BucketRegion: 'eu-west-1' });

    const names = (page: s3.ListBucketsCommandOutput) => page.Buckets?.map(({ Name }) => Name) ?? [];
    expect(names(all)).toEqual(buckets.map(({ alias }) => alias));
    expect(all.Buckets?.[0]).toMatchObject({ BucketRegion: 'us-east-1', CreationDate: expect.any(Date) });
    expect(all.Owner?.ID).toBe(emulator.projectId);
    expect([names(first), names(second)]).toEqual([names(all).slice(0, 2), names(all).slice(2)]);
    expect(second.ContinuationToken).toBeUndefined();
    expect(names(prefixed)).toEqual([buckets[1]?.alias]);
    expect(names(elsewhere)).toEqual([]);
    expect(names(await client.listBuckets({ MaxBuckets: 10_000 }))).toEqual(names(all));
    for (const MaxBuckets of [0, 10_001])
      expect(await routeError(client.listBuckets({ MaxBuckets }))).toMatchObject({ code: 'InvalidArgument' });
  });

  test('HeadBucket, location, versioning and ACL', async () => {
    const { client, Bucket, emulator } = await open();

    const head = await client.headBucket({ Bucket });
    const location = await client.getBucketLocation({ Bucket });
    const versioning = await client.getBucketVersioning({ Bucket });
    const acl = await client.getBucketAcl({ Bucket });

    expect(head.BucketRegion).toBe('us-east-1');
    expect(location.LocationConstraint).toBeUndefined();
    expect(versioning.Status).toBeUndefined();
    expect(acl.Owner?.ID).toBe(emulator.projectId);
    expect(acl.Grants).toMatchObject([{ Permission: 'FULL_CONTROL', Grantee: { Type: 'CanonicalUser' } }]);
  });

  test('the ACL shows the bits of the key itself', async () => {
    const { bucketRecord, key, emulator, Bucket } = await open();
    const client = clientFor(emulator, await key([bucketRecord], { read: true, write: true }), style);

    const acl = await client.getBucketAcl({ Bucket });

    expect(acl.Grants?.map(({ Permission }) => Permission)).toEqual(['READ', 'WRITE']);
  });

  test('E8: creating a bucket is a conflict or denied, deleting one is denied', async () => {
    const { client, Bucket } = await open();

    expect(await refusal(client.createBucket({ Bucket }))).toBe('409 BucketAlreadyOwnedByYou');
    expect(await refusal(client.createBucket({ Bucket: 'some-other-name' }))).toBe('403 AccessDenied');
    expect(await refusal(client.deleteBucket({ Bucket }))).toBe('403 AccessDenied');
  });

  test('a bucket that is not there is NoSuchBucket, for every kind of request', async () => {
    const { client } = await open();
    const Bucket = 'no-such-bucket';

    expect(await refusal(client.listObjectsV2({ Bucket }))).toBe('404 NoSuchBucket');
    expect(await refusal(client.putObject({ Bucket, Key: 'k', Body: 'x' }))).toBe('404 NoSuchBucket');
    expect(await routeError(client.headBucket({ Bucket }))).toMatchObject({ status: 404 });
  });

  test('CORS is kept, shown, and deleted', async () => {
    const { client, Bucket } = await open();
    const CORSRules = [
      {
        ID: 'one',
        AllowedMethods: ['GET', 'PUT'],
        AllowedOrigins: ['https://*.example'],
        AllowedHeaders: ['x-*'],
        ExposeHeaders: ['ETag'],
        MaxAgeSeconds: 60,
      },
      { AllowedMethods: ['HEAD'], AllowedOrigins: ['*'] },
    ];

    expect(await refusal(client.getBucketCors({ Bucket }))).toBe('404 NoSuchCORSConfiguration');
    await client.putBucketCors({ Bucket, CORSConfiguration: { CORSRules } });
    expect((await client.getBucketCors({ Bucket })).CORSRules).toEqual(CORSRules);
    await client.deleteBucketCors({ Bucket });
    expect(await routeError(client.getBucketCors({ Bucket }))).toMatchObject({ code: 'NoSuchCORSConfiguration' });
  });

  test('a website is refused: nothing here would serve it', async () => {
    const { client, Bucket } = await open();
    const site = { IndexDocument: { Suffix: 'index.html' }, ErrorDocument: { Key: 'error.html' } };
    const refused = { code: 'NotImplemented', status: 501 };

    const put = await routeError(client.putBucketWebsite({ Bucket, WebsiteConfiguration: site }));
    const get = await routeError(client.getBucketWebsite({ Bucket }));
    const remove = await routeError(client.deleteBucketWebsite({ Bucket }));

    expect([put, get, remove]).toMatchObject([refused, refused, refused]);
  });

  test('lifecycle rules are kept, shown, and deleted', async () => {
    const { client, Bucket } = await open();
    const Rules: s3.LifecycleRule[] = [
      { ID: 'a', Status: 'Enabled', Filter: { Prefix: 'logs/' }, Expiration: { Days: 3 } },
      {
        ID: 'b',
        Status: 'Disabled',
        Filter: { And: { Prefix: 'tmp/', ObjectSizeGreaterThan: 10 } },
        AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
      },
      { ID: 'c', Status: 'Enabled', Filter: {}, Expiration: { Date: new Date('2030-01-01T00:00:00Z') } },
    ];

    expect(await refusal(client.getBucketLifecycleConfiguration({ Bucket }))).toBe('404 NoSuchLifecycleConfiguration');
    await client.putBucketLifecycleConfiguration({ Bucket, LifecycleConfiguration: { Rules } });
    expect((await client.getBucketLifecycleConfiguration({ Bucket })).Rules).toMatchObject(
      Rules.map(({ Filter: _, ...rule }) => rule),
    );
    await client.deleteBucketLifecycle({ Bucket });
    expect(await refusal(client.getBucketLifecycleConfiguration({ Bucket }))).toBe('404 NoSuchLifecycleConfiguration');
  });
});

const corsRule = (inside: string) => `<CORSConfiguration><CORSRule>${inside}</CORSRule></CORSConfiguration>`;
const lifecycleRule = (inside: string) =>
  `<LifecycleConfiguration><Rule><Filter/>${inside}</Rule></LifecycleConfiguration>`;
const ENABLED = '<Status>Enabled</Status>';
const LATE = '<Expiration><Date>2030-01-01T01:00:00Z</Date></Expiration>';
const ANY = '<AllowedOrigin>*</AllowedOrigin>';
const GET = '<AllowedMethod>GET</AllowedMethod>';

type Wrong = [name: string, parameter: string, body: string, status: number, code: string];

/** Documents that are refused, by where they are sent. */
const WRONG: readonly Wrong[] = [
  ['no XML', 'cors', 'nonsense', 400, 'MalformedXML'],
  ['nothing', 'cors', '', 400, 'MalformedXML'],
  ['another root', 'cors', '<Other/>', 400, 'MalformedXML'],
  ['no rule', 'cors', '<CORSConfiguration/>', 400, 'MalformedXML'],
  ['a rule without an origin', 'cors', corsRule(GET), 400, 'MalformedXML'],
  ['a method that CORS has not', 'cors', corsRule(`${ANY}<AllowedMethod>PATCH</AllowedMethod>`), 400, 'InvalidRequest'],
  ['an origin with two wildcards', 'cors', corsRule(ANY.replace('*', '*.a.*') + GET), 400, 'InvalidRequest'],
  ...['invalid header', 'X-Custom:Header', 'X(Custom)', 'Bad/Header'].flatMap((name) =>
    ['AllowedHeader', 'ExposeHeader'].map((element): Wrong => {
      const body = corsRule(`${ANY}${GET}<${element}>${name}</${element}>`);
      return [`the ${element} "${name}"`, 'cors', body, 400, 'InvalidRequest'];
    }),
  ),
  ['a document type', 'cors', `<!DOCTYPE a [<!ENTITY b "c">]>${corsRule('&b;')}`, 400, 'MalformedXML'],
  [
    'a rule without a status',
    'lifecycle',
    lifecycleRule('<Expiration><Days>1</Days></Expiration>'),
    400,
    'MalformedXML',
  ],
  ['a rule without an action', 'lifecycle', lifecycleRule(ENABLED), 400, 'InvalidRequest'],
  ['no days', 'lifecycle', lifecycleRule(`${ENABLED}<Expiration><Days>0</Days></Expiration>`), 400, 'InvalidArgument'],
  ['a date that is not midnight', 'lifecycle', lifecycleRule(`${ENABLED}${LATE}`), 400, 'InvalidArgument'],
  [
    'a transition',
    'lifecycle',
    lifecycleRule(`${ENABLED}<Transition><Days>1</Days></Transition>`),
    501,
    'NotImplemented',
  ],
];

describe('documents', () => {
  const open = shareS3();

  test.each(WRONG)('%s is refused for ?%s', async (_name, parameter, body, status, code) => {
    const { Bucket, ask } = await open();

    const response = await ask({ method: 'PUT', path: `/${Bucket}`, query: { [parameter]: '' }, body });

    expect([response.status, response.code]).toEqual([status, code]);
  });
});

describe('cross-origin requests', () => {
  const open = shareS3();
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
    ['by another method', { ...PUT, 'access-control-request-method': 'DELETE' }, 403],
    ['with another header', { ...PUT, 'access-control-request-headers': 'authorization' }, 403],
    ['without an origin', { 'access-control-request-method': 'PUT' }, 400],
    ['without a method', { origin: 'https://a.example' }, 400],
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

  test('a bucket without rules allows none', async () => {
    const { emulator, Bucket } = await open();

    const response = await send(emulator.s3Endpoint, {
      method: 'OPTIONS',
      path: `/${Bucket}/k`,
      headers: { origin: 'https://a.example', 'access-control-request-method': 'GET' },
    });

    expect([response.status, response.code]).toEqual([403, 'AccessForbidden']);
  });
});
