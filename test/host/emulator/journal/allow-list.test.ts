import { request as httpRequest } from 'node:http';
import * as s3 from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import type * as z from 'zod';
import { type Route, routes } from '../../../../contract';
import { stringifyJson } from '../../../../contract/formats/json';
import {
  redactBody,
  redactHeaders,
  redactQuery,
  redactResponse,
  redactResponseHeaders,
} from '../../../../emulator/journal/allow-list';
import { send as sendRaw } from '../s3/raw';
import { startS3 } from '../s3/support';
import { base64, start } from '../support';

test.each([
  [null, '[redacted null]'],
  ['CANARY', '[redacted]'],
  [['CANARY'], '[redacted array]'],
  [{}, {}],
  [
    { name: 'a', Value: 'CANARY', apiKey: 'CANARY', value: 'CANARY' },
    { name: 'a', Value: '[redacted]', value: '[redacted]', '[1 other field]': '[redacted]' },
  ],
  [
    { value: 5, password: { a: 'CANARY' } },
    { value: '[redacted number]', password: '[redacted object]' },
  ],
  [{ description: { apiKey: 'CANARY' } }, { description: '[redacted object]' }],
  [{ permissions: { read: true, token: 'CANARY' } }, { permissions: { read: true, '[1 other field]': '[redacted]' } }],
  [{ permissions: { read: ['CANARY'] } }, { permissions: { read: '[redacted array]' } }],
  [{ bucket_ids: ['b', { x: 'CANARY' }] }, { bucket_ids: ['b', '[redacted object]'] }],
  [{ CANARY: 1, CANARY2: 2 }, { '[2 other fields]': '[redacted]' }],
  [{ server: 'https://user:CANARY@registry.example.com' }, { server: '[redacted]' }],
  [{ server: 'https://user:CANARY%40registry.example.com' }, { server: '[redacted]' }],
  [{ server: 'host/?password=CANARY' }, { server: 'host/?[redacted]' }],
  [{ server: 'https://host/a#CANARY' }, { server: 'https://host/a?[redacted]' }],
  [JSON.parse('{"__proto__": {"name": "CANARY"}, "constructor": "CANARY"}'), { '[2 other fields]': '[redacted]' }],
])('E14: of the body %o the journal keeps %o', (body, kept) => {
  expect(redactBody(body)).toEqual(kept);
  expect(stringifyJson(redactBody(body))).not.toContain('CANARY');
});

test('E14: of queries and headers it keeps those that are known', () => {
  const query = [
    ['cursor', 'c'],
    ['prefix', 'p'],
    ['access_token', 'CANARY'],
    ['CANARY', ''],
    ['X-Amz-Signature', 'CANARY'],
  ] as const;

  expect(redactQuery(query)).toEqual({
    cursor: 'c',
    prefix: 'p',
    'X-Amz-Signature': '[redacted]',
    '[2 other parameters]': '[redacted]',
  });
  expect(redactHeaders({ authorization: 'CANARY', 'x-api-key': 'CANARY', range: 'bytes=0-1' })).toEqual({
    range: 'bytes=0-1',
  });
});

test.each([
  ['x-amz-copy-source', '/b/k?X-Amz-Signature=CANARY&versionId=v1&x-id=CANARY', '/b/k?versionId=v1'],
  ['x-amz-copy-source', 'b/a%20b%3Fc?versionId=v1', 'b/a%20b%3Fc?versionId=v1'],
  ['x-amz-copy-source', 'b/k%3FX-Amz-Expires%3D9%26X-Amz-Signature%3DCANARY', 'b/k'],
  ['x-amz-copy-source', 'b/k%253fx-amz-signature%253DCANARY', 'b/k'],
  ['x-amz-copy-source', 'https://u:CANARY@h/b/k?X-Amz-Signature=CANARY', '[redacted]@h/b/k'],
  ['x-amz-copy-source', '/b/@scope/a:b', '/b/@scope/a:b'],
  ['origin', 'https://u:CAN/ARY@CANARY@h:80', '[redacted]@h:80'],
  ['origin', 'https://h:80', 'https://h:80'],
  ['origin', 'https://u:CANARY%40h:80', '[redacted]'],
  ['origin', 'https://u:CANARY@CAN%2540ARY', '[redacted]'],
  ['range', 'u:CANARY@h', '[redacted]@h'],
  ['user-agent', 'rclone/1 (+https://h/a?CANARY#CANARY) x#1', 'rclone/1 (+https://h/a?[redacted] x#1'],
  ['user-agent', 'bot me@h md/node#22', 'bot me@h md/node#22'],
  ['user-agent', `${'x'.repeat(1_020)}:CANARY@h`, '[redacted]@h'],
])('E14: of the header %s with %s the journal keeps %s', (name, value, kept) => {
  expect(redactHeaders({ [name]: value })).toEqual({ [name]: kept });
});

test('E14: names from all over the lists are known', () => {
  const value = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, '1']));
  const query = value(
    'cursor fetch-owner intelligent-tiering max-uploads metrics publicaccessblock replication uploads version-id-marker ' +
      'response-content-disposition response-content-encoding x-amz-date x-amz-expires x-amz-acl',
  );
  const headers = value(
    'accept idempotency-key if-none-match x-amz-checksum-algorithm x-amz-checksum-mode x-amz-decoded-content-length ' +
      'x-amz-expected-bucket-owner x-amz-server-side-encryption x-amz-storage-class amz-sdk-request',
  );
  const response = value(
    'accept-ranges allow content-length x-amz-bucket-region x-amz-copy-source-version-id x-amz-storage-class ' +
      'x-amz-checksum-crc32 x-amz-checksum-sha256 x-amz-checksum-type x-coffer-assumption',
  );
  const elements = 'Code MaxKeys IsTruncated LocationConstraint Location RequestId Status';
  const document = `<?xml version="1.0"?>${elements.replace(/\w+/g, '<$&>a</$&>')}<Other>`;

  expect(redactQuery(Object.entries(query))).toEqual(query);
  expect(redactHeaders(headers)).toEqual(headers);
  expect(redactResponseHeaders(response, true)).toEqual(response);
  expect(redactResponse(`${document}a</Other>`)).toBe(`${document}[redacted]</Other>`);
});

test('E14: what a response repeats of a request is shown like it', () => {
  const headers = { 'access-control-allow-origin': 'https://u:CANARY@h', link: '</secrets?cursor=MQ>; rel="next"' };

  expect(redactResponseHeaders(headers, false)).toEqual({ ...headers, 'access-control-allow-origin': '[redacted]@h' });
});

test('E14: no way into the journal or a dump for what is not on the list', async () => {
  const { emulator, send, project } = await start({ tokens: ['CANARY-token'] });
  const one = { project_id: project, name: 'a' };
  await send('POST', '/secrets', { ...one, Value: 'CANARY', nested: { apiKey: 'CANARY' }, CANARY: 1 });
  await send('POST', '/secrets?access_token=CANARY', { ...one, value: base64('CANARY') }, { 'x-api-key': 'CANARY' });
  await send('GET', '/nowhere?CANARY');
  await send('POST', '/secrets', ['CANARY']);
  await send('POST', '/secrets/pull', {
    project_id: project,
    server: 'u:CANARY@s',
    username: 'CANARY',
    password: 'CANARY',
  });
  await absolute(emulator.baseUrl, 'http://user:CANARY@localhost/secrets');
  emulator.faults.add({ operation: 'listBuckets', status: 500, retryAfter: 'CANARY', body: 'CANARY' });
  emulator.faults.add({
    ...{ operation: 'createSecret', status: 500, headers: { 'x-a': 'CANARY' } },
    where: { headers: { authorization: 'CANARY' }, body: { value: 'CANARY' } },
  });
  emulator.faults.add({ operation: 'PutObject', status: 500, where: { keyPrefix: 'CANARY' } });

  expect(emulator.journal.count()).toBe(6);
  expect(stringifyJson(emulator.journal.requests())).not.toContain('CANARY');
  expect(stringifyJson(emulator.dump())).not.toContain('CANARY');
});

test('E14: nor at the data plane', async () => {
  const { emulator, client, Bucket, credentials } = await startS3();
  await client.send(new s3.PutObjectCommand({ Bucket, Key: 'k', Body: 'CANARY', Metadata: { a: 'CANARY' } }));
  const query = { 'x-amz-server-side-encryption-customer-key': 'CANARY', access_token: 'CANARY', CANARY: '' };
  await sendRaw(emulator.s3Endpoint, { method: 'GET', path: `/${Bucket}/k`, query }, credentials);
  await sendRaw(emulator.s3Endpoint, { method: 'GET', path: `/${Bucket}/k`, headers: { cookie: 'CANARY' } });

  expect(emulator.journal.requests({ operation: 'GetObject' })).toHaveLength(2);
  expect(stringifyJson(emulator.journal.requests())).not.toContain('CANARY');
  expect(stringifyJson(emulator.dump())).not.toContain('CANARY');
});

/** As a proxy is asked. */
function absolute(baseUrl: string, path: string): Promise<void> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    httpRequest({ hostname, port, path, agent: false }, (incoming) => incoming.resume().on('end', resolve))
      .on('error', reject)
      .end();
  });
}

test('every field of the interface is known: shown, or masked by its name', () => {
  const fields = Object.values(routes as Record<string, Route>).flatMap(({ request }) =>
    Object.keys((request as z.ZodObject | undefined)?.shape ?? {}),
  );

  const hidden = fields.filter((field) => !Object.hasOwn(redactBody({ [field]: 'x' }) as object, field));

  expect(fields.length).toBeGreaterThan(10);
  expect(hidden).toEqual([]);
});
