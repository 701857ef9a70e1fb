import { expect, test } from 'vitest';
import type * as z from 'zod';
import { type Route, routes } from '../../../../contract';
import { type Json, stringifyJson } from '../../../../contract/formats/json';
import {
  redactBody,
  redactHeaders,
  redactQuery,
  redactResponse,
  redactResponseHeaders,
} from '../../../../emulator/journal/allow-list';

const long = (length: number) => 'x'.repeat(length);

test.each<[Json, Json]>([
  [null, '[redacted null]'],
  ['CANARY', '[redacted]'],
  [['CANARY'], '[redacted array]'],
  [{}, {}],
  [
    { name: 'a', Value: 'CANARY', value: 'CANARY', apiKey: 'CANARY', CANARY: 1 },
    { name: 'a', Value: '[redacted]', value: '[redacted]', '[2 other fields]': '[redacted]' },
  ],
  [
    { value: 5, password: { a: 'CANARY' } },
    { value: '[redacted number]', password: '[redacted object]' },
  ],
  [
    { value: true, username: null },
    { value: '[redacted boolean]', username: '[redacted null]' },
  ],
  [
    { description: { apiKey: 'CANARY' }, permissions: 'CANARY' },
    { description: '[redacted object]', permissions: '[redacted]' },
  ],
  [{ permissions: { read: true, token: 'CANARY' } }, { permissions: { read: true, '[1 other field]': '[redacted]' } }],
  [
    { permissions: { read: ['CANARY'] }, bucket_ids: 'CANARY' },
    { permissions: { read: '[redacted array]' }, bucket_ids: '[redacted]' },
  ],
  [{ bucket_ids: ['b', { x: 'CANARY' }] }, { bucket_ids: ['b', '[redacted object]'] }],
  [{ server: 'https://user:CANARY@registry.example.com' }, { server: '[redacted]' }],
  [{ server: 'https://user:CANARY%40registry.example.com' }, { server: '[redacted]' }],
  [{ server: 'host/?password=CANARY' }, { server: 'host/?[redacted]' }],
  [{ server: 'https://host/a#CANARY' }, { server: 'https://host/a?[redacted]' }],
  [{ pasword: 'CANARY' }, { pasword: '[redacted]' }],
  [JSON.parse('{"__proto__": {"name": "CANARY"}, "constructor": "CANARY"}'), { '[2 other fields]': '[redacted]' }],
  [
    { max_size: 2n ** 60n, name: 5n },
    { max_size: 2n ** 60n, name: 5 },
  ],
])('E14: of the body %o the journal keeps %o', (body, kept) => {
  expect(redactBody(body)).toEqual(kept);
  expect(stringifyJson(redactBody(body))).not.toContain('CANARY');
});

test('texts, lists and documents are kept to a limit, which is told', () => {
  const records = (count: number): Json[] => Array.from({ length: count }, (_, index) => ({ name: String(index) }));
  const ids = Array.from({ length: 1026 }, (_, index) => String(index));
  const [head, tail] = ['<?xml version="1.0"?>\n<Error><Code>', '</Code><Key>k</Key></Error>'];
  const document = (length: number) => `${head}${long(length - head.length - tail.length)}${tail}`;
  const cut = `${long(1024)}…`;

  expect([redactBody({ name: long(1024) }), redactBody({ name: long(1025) })]).toEqual([
    { name: long(1024) },
    { name: cut },
  ]);
  expect(redactQuery([['prefix', long(1025)]])).toEqual({ prefix: cut });
  expect(redactHeaders({ 'user-agent': long(1025) })).toEqual({ 'user-agent': cut });
  expect(redactResponseHeaders({ etag: long(1025) }, false)).toEqual({ etag: cut });
  expect(redactResponse(records(12))).toEqual([...records(10), '[2 more]']);
  expect(redactResponse({ data: records(11), next_cursor: 'c' })).toEqual({
    data: [...records(10), '[1 more]'],
    next_cursor: 'c',
  });
  expect(redactBody({ bucket_ids: ids })).toEqual({ bucket_ids: [...ids.slice(0, 1024), '[2 more]'] });
  expect(redactResponse(document(2048))).toBe(document(2048));
  expect(redactResponse(document(2049))).toBe(`${document(2049).slice(0, -'</Error>'.length)}…`);
});

test('E14: a response that is no JSON and no document is hidden, and none is none', () => {
  expect(redactResponse('CANARY')).toBe('[redacted]');
  for (const none of [undefined, '', Buffer.from('CANARY'), { chunks: [] }])
    expect(redactResponse(none)).toBeUndefined();
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
  ['x-amz-copy-source', 'https://u:CANARY@h/b/k?X-Amz-Signature=CANARY', '[redacted]@h/b/k'],
  ['x-amz-copy-source', '/b/@scope/a:b', '/b/@scope/a:b'],
  ['origin', 'https://u:CAN/ARY@CANARY@h:80', '[redacted]@h:80'],
  ['origin', 'https://u:CANARY%40h:80', '[redacted]'],
  ['origin', 'https://u:CANARY@CAN%2540ARY', '[redacted]'],
  ['range', 'u:CANARY@h', '[redacted]@h'],
  ['user-agent', 'rclone/1 (+https://h/a?CANARY#CANARY) x#1', 'rclone/1 (+https://h/a?[redacted] x#1'],
  ['user-agent', `${'x'.repeat(1_020)}:CANARY@h`, '[redacted]@h'],
])('E14: of the header %s with %s the journal keeps %s', (name, value, kept) => {
  expect(redactHeaders({ [name]: value })).toEqual({ [name]: kept });
});

test('E14: what a response repeats of a request is shown like it', () => {
  const headers = { 'access-control-allow-origin': 'https://u:CANARY@h', link: '</secrets?cursor=MQ>; rel="next"' };

  expect(redactResponseHeaders(headers, false)).toEqual({ ...headers, 'access-control-allow-origin': '[redacted]@h' });
});

test('every field of the interface is known: shown, or masked by its name', () => {
  const fields = Object.values(routes as Record<string, Route>).flatMap(({ request }) =>
    Object.keys((request as z.ZodObject | undefined)?.shape ?? {}),
  );

  const hidden = fields.filter((field) => !Object.hasOwn(redactBody({ [field]: 'x' }) as object, field));

  expect(fields.length).toBeGreaterThan(10);
  expect(hidden).toEqual([]);
});
