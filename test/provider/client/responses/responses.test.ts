import { describe, expect, test } from 'vitest';
import { type BucketRecord, bucketRecord, secretRecord } from '../../../../contract';
import { isPage, readId, readPage, readRecord, refuseMarkup } from '../../../../provider/client/responses/responses';

const source = { method: 'GET', path: '/secrets' };
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
    ['{"data":{"id":"a"}}', { id: 'a' }],
    ['{"secret":{"id":"a"},"ok":true}', { id: 'a' }],
    ['{"one":{"id":"a"},"other":{"id":"b"}}', undefined],
    ['{"data":{"secret":{"id":"a"}},"ok":true}', { id: 'a' }],
    ['{"data":{"one":{"secret":{"id":"a"}}}}', undefined],
  ])('in %j is %j', (text, expected) => {
    expect(readRecord(source, text, id)).toEqual(expected);
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
    expect(readId(source, text, id)).toEqual(expected);
  });

  test('P34: has well-formed text only, and is read after a byte-order mark', () => {
    const text = '\ufeff{"id":"a\\ud83d","name":"\\ufeff\\ud83d\\ude42","__proto__":{"project_id":"p"}}';

    expect(readRecord(source, text, secretRecord)).toEqual({ id: 'a\ufffd', name: '\ufeff🙂', project_id: undefined });
  });

  test('that is not JSON is an error that does not quote it', () => {
    const read = () => readRecord(source, '{"id":"a","value":"canary', id);

    expect(read).toThrow(/not JSON/);
    expect(read).not.toThrow(/canary/);
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
    const json: unknown = JSON.parse(text);

    expect(readPage(source, text, secretRecord)).toEqual({
      records,
      odd: [],
      envelope: Array.isArray(json) ? undefined : json,
      unreadable: [],
    });
  });

  test('leaves out a cosmetic field that cannot be read, in that record only', () => {
    const text = JSON.stringify([
      { id: 'a', created_at: 1.5, updated_at: 7 },
      { id: 'b', created_at: 3 },
      { id: 'c', created_at: '2026-01-01T00:00:00Z', updated_at: 8 },
    ]);

    const { records, unreadable } = readPage(source, text, bucketRecord, new Set(['created_at']));

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

    const { records, odd, unreadable } = readPage(source, text, bucketRecord, new Set(['created_at']));

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
    ['null', 'a list was expected'],
    ['{}', 'an envelope with one list was expected, it has 0'],
    ['{"a":[],"b":[]}', 'an envelope with one list was expected, it has 2'],
    ['{"data":[],"errors":["broken"]}', 'an envelope with one list was expected, it has 2'],
    ['<html>', 'a page of markup'],
    ['[', 'not JSON'],
  ])('of %j is an error that names the fault', (text, words) => {
    const garbled = words === 'not JSON';
    expect(() => readPage(source, text, secretRecord)).toThrow(
      expect.objectContaining({ message: expect.stringContaining(words), garbled }),
    );
  });
});

test.each(['', 'OK', '{"ok":true}', 'null'])('a response whose body is ignored may be %j', (text) => {
  expect(refuseMarkup(source, text)).toBeUndefined();
});

test('a response whose body is ignored must not be a page of markup: its server has done nothing', () => {
  expect(() => refuseMarkup(source, ' <html>canary')).toThrow(/^GET \/secrets returned .* a page of markup/);
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
