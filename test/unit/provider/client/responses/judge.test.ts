import { describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { type BucketRecord, bucketRecord, createdAccessKeyRecord, secretRecord } from '../../../../../contract';
import { judge } from '../../../../../provider/client/responses/judge';
import { isPage } from '../../../../../provider/client/responses/markup';

const none = { status: 200, headers: {} };
const judgeMade = <R>(text: string, schema: z.ZodType<R>, more: object = {}) =>
  judge({ operation: 'createSecret', schema, prefix: '/v1' }, { ...none, text, ...more });
const judgeList = <R>(text: string, schema: z.ZodType<R>, more: object = {}) =>
  judge({ operation: 'listSecrets', schema, prefix: '' }, { ...none, text, ...more });
const recordIn = <R>(verdict: ReturnType<typeof judge<R>>) => (verdict.is === 'record' ? verdict.record : undefined);
function pageIn<R>(verdict: ReturnType<typeof judge<R>>) {
  if (verdict.is !== 'page') throw new Error(`It is ${verdict.is}.`);
  return verdict.page;
}
const id = secretRecord.pick({ id: true });
const one = { id: 'a', name: 'n' };

describe('a record', () => {
  test.each([
    ['', undefined],
    ['  \n', undefined],
    ['null', undefined],
    ['{}', undefined],
    ['[]', undefined],
    ['"ok"', undefined],
    ['{"data":null}', undefined],
    ['{"id":""}', undefined],
    ['{"id":"a"}', { id: 'a' }],
    ['{"id":"a","more":{"id":"b"}}', { id: 'a' }],
    ['{"jsonapi":{},"data":{"type":"secrets","id":"a"}}', { id: 'a' }],
    ['{"id":"a","data":{"id":"b"}}', undefined],
    ['{"created_by":{"id":"usr-7"}}', undefined],
    ['{"pullSecret":{"id":"a"},"created_by":{"id":"usr-7"}}', { id: 'a' }],
    ['{"data":{"id":"a"}}', { id: 'a' }],
    ['{"secret":{"id":"a"},"ok":true}', { id: 'a' }],
    ['{"one":{"id":"a"},"other":{"id":"b"}}', undefined],
    ['{"data":{"secret":{"id":"a"}},"ok":true}', { id: 'a' }],
    ['{"data":{"one":{"secret":{"id":"a"}}}}', undefined],
  ])('in %j is %j', (text, expected) => {
    expect(recordIn(judgeMade(text, id))).toEqual(expected);
  });

  test.each([
    ['"ps-123"', { id: 'ps-123' }],
    ['"0f8b5c1e-5b09-4514-bfb1-6dca1ca9dbe1"\n', { id: '0f8b5c1e-5b09-4514-bfb1-6dca1ca9dbe1' }],
    ['{"id":"a"}', { id: 'a' }],
    ...['"pending-approval"', '"quota_exceeded"', '"NOT_FOUND"'].map((text) => [text]),
    ...['""', '" "', '"ok"', '"OK."', '"Created"', '"success"', '"Secret created"', '"<p>a</p>"', '"{}"'].map(
      (text) => [text],
    ),
    ...['12', 'true', 'null', '["ps-123"]', '{"data":"ps-123"}', '{"message":"ps-123"}', '{"access_key_id":"a"}'].map(
      (text) => [text],
    ),
  ] as [string, object?][])('P40: the id alone in %j is %j', (text, expected) => {
    expect(recordIn(judgeMade(text, id))).toEqual(expected);
  });

  test('P34: has well-formed text only, and is read after a byte-order mark', () => {
    const text = '\ufeff{"id":"a\\ud83d","name":"\\ufeff\\ud83d\\ude42","__proto__":{"project_id":"p"}}';

    expect(recordIn(judgeMade(text, secretRecord))).toEqual({ id: 'a\ufffd', name: '\ufeff🙂', project_id: undefined });
  });

  test('P40: the id in a Location counts, with and without the prefix of base_url', () => {
    const at = (location: string, text = '') => recordIn(judgeMade(text, id, { headers: { location } }));

    expect(at('/v1/secrets/a%20b')).toBeUndefined();
    expect(at('/v1/secrets/a%3Ab')).toEqual({ id: 'a:b' });
    expect(at('https://elsewhere/secrets/a?x=1')).toEqual({ id: 'a' });
    expect(at('/secrets/a', '{"id":"a"}')).toEqual({ id: 'a' });
    for (const other of ['/operations/a', '/secrets/', '/secrets/pull/a', '/v2/secrets/a', 'a', '/secrets/%']) {
      expect(at(other)).toBeUndefined();
    }
    expect(judgeMade('{"id":"a"}', id, { headers: { location: '/secrets/b' } })).toEqual({
      is: 'id elsewhere',
      seen: ['id is "a"', 'Location names "b"'],
      inPlace: false,
    });
  });

  test('P40: an id elsewhere is named with its place', () => {
    const text = '{"message":"created","created_by":{"id":"usr-7"},"operation":[{"id":"op-1"}]}';

    expect(judgeMade(text, id)).toMatchObject({ seen: ['created_by.id is "usr-7"', 'operation.0.id is "op-1"'] });
  });

  test('P40: a key with its secret half counts anywhere; two of them do not', () => {
    const key = { id: 'k', secret_access_key: 's' };
    const at = (body: object) =>
      recordIn(
        judge(
          { operation: 'createAccessKey', schema: createdAccessKeyRecord.pick({ id: true }), prefix: '' },
          { ...none, status: 202, text: JSON.stringify(body) },
        ),
      );

    expect(at({ a: { b: { c: [key] } } })).toEqual({ id: 'k' });
    expect(at({ a: key, b: { ...key, id: 'l' } })).toBeUndefined();
  });

  test('that is not JSON is not understood, without a quotation', () => {
    const verdict = judgeMade('{"id":"a","value":"canary', id);

    expect(verdict).toEqual({ is: 'not understood', problem: 'text that is not JSON', garbled: true });
  });
});

describe('a page', () => {
  test.each([
    ['[]', []],
    [JSON.stringify([one]), [one]],
    [JSON.stringify({ data: [one] }), [one]],
    [JSON.stringify({ secrets: [one], total: 1, next_cursor: null }), [one]],
    [JSON.stringify({ items: [], next_cursor: '' }), []],
    [JSON.stringify({ data: [one], links: [{ rel: 'self' }], errors: [], warnings: [] }), [one]],
  ])('of %j', (text, records) => {
    expect(pageIn(judgeList(text, secretRecord))).toMatchObject({ records, odd: [], unreadable: [] });
  });

  test('leaves out a cosmetic field that cannot be read, in that record only', () => {
    const text = JSON.stringify([
      { id: 'a', created_at: 1.5, updated_at: 7 },
      { id: 'b', created_at: 3 },
      { id: 'c', created_at: '2026-01-01T00:00:00Z', updated_at: 8 },
    ]);

    const { records, unreadable } = pageIn(judgeList(text, bucketRecord));

    expect(records.map(({ updated_at }) => updated_at)).toEqual([7n, undefined, 8n]);
    expect(records.map(({ created_at }) => created_at)).toEqual([undefined, 3n, undefined]);
    expect(unreadable).toEqual(['created_at']);
  });

  test('P32: separates a record of which any other field cannot be read, with its readable fields', () => {
    const text = JSON.stringify([
      { id: 'a', created_at: 1.5 },
      { id: 'b', created_at: 1.5, max_size: 'much', alias: 'theirs' },
      { id: 7, alias: 'theirs' },
      'c',
    ]);

    const { records, odd, unreadable } = pageIn(judgeList(text, bucketRecord));

    expect(records.map(({ id }) => id)).toEqual(['a']);
    expect(unreadable).toEqual(['created_at']);
    expect(odd.map(String)).toEqual([
      '"b" (max_size is a string)',
      'one without a readable id (id is a whole number)',
      'one without a readable id (it is a string)',
    ]);
    const mayBe = (matches: (record: BucketRecord) => boolean) => odd.map((one) => one.mayMatch(matches));
    expect(mayBe(({ alias }) => alias === 'ours')).toEqual([false, false, true]);
    expect(mayBe(({ alias }) => alias === 'theirs')).toEqual([true, true, true]);
    expect(mayBe(({ alias, max_size }) => alias === 'theirs' && max_size === 5n)).toEqual([true, false, true]);
    expect(mayBe(({ id }) => id === 'd')).toEqual([false, true, true]);
  });

  test.each([
    ['', 'a list was expected'],
    ['"x"', 'a list was expected'],
    ['{"data":null,"message":"x"}', 'it has 0'],
    ['{"data":null,"code":7}', 'it has 0'],
    ['{"data":null,"items":null}', 'it has 0'],
    ['{"next":null}', 'it has 0'],
    ['{}', 'an envelope with one list was expected, it has 0'],
    ['{"a":[],"b":[]}', 'an envelope with one list was expected, it has 2'],
    ['{"success":true,"data":[],"errors":["broken"]}', 'an envelope with one list was expected, it has 2'],
    ['[', 'not JSON'],
  ])('of %j is an error that names the fault', (text, words) => {
    expect(judgeList(text, secretRecord)).toEqual({
      is: 'not understood',
      problem: expect.stringContaining(words),
      garbled: words === 'not JSON',
    });
  });

  test.each([
    ['null', 200],
    ['{"buckets":null}', 200],
    ['{"data":null,"success":true,"errors":[],"error":null,"messages":[]}', 200],
    ['{"items":null,"next_cursor":null,"total":0,"page":1,"total_pages":0,"has_more":false}', 200],
    ['{"items":null,"meta":{"total":0},"links":{"next":null}}', 200],
    ['', 204],
  ])('P50: %j with status %i is an empty list', (text, status) => {
    expect(pageIn(judgeList(text, secretRecord, { status })).records).toEqual([]);
  });
});

test.each([' <html>canary', '<a'])('%j is markup', (text) => {
  expect(judgeMade(text, id)).toEqual({ is: 'markup' });
  expect(judgeList(text, id)).toEqual({ is: 'markup' });
});

describe('P49: a body says no', () => {
  test.each([
    ['{"success":false,"id":"a","name":"n"}', 'success is false'],
    ['{"ok":"false"}', 'ok is false'],
    ['{"status":"error","data":{"id":"a","name":"n"}}', 'status is "error"'],
    ['{"status":"fail"}', 'status is "fail"'],
    ['{"error":"no"}', 'error is not empty'],
    ['{"error":{"id":"err-9"}}', 'error is not empty'],
    ['{"errors":[{"id":"err-9"}]}', 'errors is not empty'],
    ['{"Errors":{"name":["is taken"]}}', 'errors is not empty'],
    ['{"errors":["x"],"data":{"id":"a"}}', 'errors is not empty'],
  ])('%s', (text, sign) => {
    expect(judgeMade(text, id)).toEqual({ is: 'refusal', sign });
    expect(judge({ operation: 'deleteSecret', prefix: '' }, { ...none, text })).toEqual({ is: 'refusal', sign });
    expect(judgeList(text, id)).toEqual({ is: 'refusal', sign });
  });

  test.each([
    '{"error":"","errors":null,"id":"a"}',
    '{"error":null,"errors":[],"id":"a"}',
    '{"success":true,"errors":["deprecated"],"id":"a"}',
    '{"errors":["deprecated"],"data":{"id":"a","name":"n"}}',
    '{"status":"active","id":"a"}',
  ])('but not %s', (text) => {
    expect(recordIn(judgeMade(text, id))).toEqual({ id: 'a' });
  });

  test('a record beside errors counts for an update of it, but for no list and no deletion', () => {
    const text = '{"errors":["deprecated"],"id":"a","name":"n"}';
    const update = (updated: string) =>
      judge({ operation: 'updateSecret', id: updated, prefix: '' }, { ...none, text }).is;

    expect(update('a')).toBe('empty');
    expect(update('b')).toBe('refusal');
    expect(judge({ operation: 'deleteSecret', prefix: '' }, { ...none, text }).is).toBe('refusal');
    expect(judgeList('{"errors":["x"],"data":[{"id":"a","name":"n"}]}', secretRecord).is).toBe('refusal');
  });
});

test.each([
  ['{}', undefined, false],
  ['{}', 'application/json', false],
  ['{}', 'text/HTML; charset=utf-8', true],
  ['{}', 'text/htmlish', false],
  [' <a>', 'application/json', true],
  [' <a>', undefined, true],
])('%j with the content type %s is a page: %j', (text, type, expected) => {
  expect(isPage({ headers: { 'content-type': type }, text })).toBe(expected);
});
