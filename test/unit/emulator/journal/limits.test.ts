import { expect, test } from 'vitest';
import type { Json } from '../../../../contract/formats/json';
import {
  redactBody,
  redactHeaders,
  redactQuery,
  redactResponse,
  redactResponseHeaders,
} from '../../../../emulator/journal/allow-list';

const long = (length: number) => 'x'.repeat(length);

test('a text of 1,024 characters is kept whole, and a longer one to there', () => {
  expect(redactBody({ name: long(1024) })).toEqual({ name: long(1024) });
  expect(redactBody({ name: long(1025) })).toEqual({ name: `${long(1024)}…` });
  expect(redactQuery([['prefix', long(1025)]])).toEqual({ prefix: `${long(1024)}…` });
  expect(redactHeaders({ 'user-agent': long(1025) })).toEqual({ 'user-agent': `${long(1024)}…` });
  expect(redactResponseHeaders({ etag: long(1025) }, false)).toEqual({ etag: `${long(1024)}…` });
});

test('ten records of a list are kept, alone and in a page, and the others counted', () => {
  const records = (count: number): Json[] => Array.from({ length: count }, (_, index) => ({ name: String(index) }));

  expect(redactResponse(records(10))).toEqual(records(10));
  expect(redactResponse(records(12))).toEqual([...records(10), '[2 more]']);
  expect(redactResponse({ data: records(11), next_cursor: 'c' })).toEqual({
    data: [...records(10), '[1 more]'],
    next_cursor: 'c',
  });
  expect(redactResponse({ data: null, next_cursor: null })).toEqual({ data: null, next_cursor: null });
});

test('1,024 elements of an array of scalars are kept, and the others counted', () => {
  const ids = Array.from({ length: 1026 }, (_, index) => String(index));

  expect(redactBody({ bucket_ids: ids.slice(0, 1024) })).toEqual({ bucket_ids: ids.slice(0, 1024) });
  expect(redactBody({ bucket_ids: ids })).toEqual({ bucket_ids: [...ids.slice(0, 1024), '[2 more]'] });
});

test('a document of 2,048 characters is kept whole, and a longer one to the element before', () => {
  const fill = (length: number) => {
    const [head, tail] = ['<?xml version="1.0"?>\n<Error><Code>', '</Code><Key>k</Key></Error>'];
    return `${head}${long(length - head.length - tail.length)}${tail}`;
  };

  expect(redactResponse(fill(2048))).toBe(fill(2048));
  expect(redactResponse(fill(2049))).toBe(`${fill(2049).slice(0, -'</Error>'.length)}…`);
});

test('what is hidden is counted, and shows its type', () => {
  expect(redactBody({ canary1: 1, name: 'a' })).toEqual({ name: 'a', '[1 other field]': '[redacted]' });
  expect(redactBody({ canary1: 1, canary2: 2 })).toEqual({ '[2 other fields]': '[redacted]' });
  expect(redactQuery([['canary', 'x']])).toEqual({ '[1 other parameter]': '[redacted]' });
  expect(
    redactQuery([
      ['canary', 'x'],
      ['other', 'y'],
      ['Prefix', 'p'],
      ['X-Amz-Signature', 's'],
    ]),
  ).toEqual({
    Prefix: 'p',
    'X-Amz-Signature': '[redacted]',
    '[2 other parameters]': '[redacted]',
  });
  const kinds: Json[] = ['canary', 1, 2n ** 60n, true, null, ['canary'], { a: 'canary' }];
  expect(kinds.map((value) => (redactBody({ value }) as Record<string, Json>).value)).toEqual([
    '[redacted]',
    '[redacted number]',
    '[redacted number]',
    '[redacted boolean]',
    '[redacted null]',
    '[redacted array]',
    '[redacted object]',
  ]);
  expect(redactBody({ name: { canary: 1 }, bucket_ids: 'canary', permissions: 'canary', server: 5 })).toEqual({
    name: '[redacted object]',
    bucket_ids: '[redacted]',
    permissions: '[redacted]',
    server: '[redacted number]',
  });
  expect(redactBody({ pasword: 'canary' })).toEqual({ pasword: '[redacted]' });
  for (const body of ['canary', 1, null, ['canary']] as Json[])
    expect(JSON.stringify(redactBody(body))).not.toContain('canary');
});

test('integers beyond 2^53 keep their digits, in JSON too', () => {
  const shown = redactBody({ max_size: 2n ** 60n, name: 5n });

  expect(shown).toEqual({ max_size: 2n ** 60n, name: 5 });
  expect(JSON.stringify(shown)).toBe('{"max_size":1152921504606846976,"name":5}');
});

test('a body that is no JSON and no document is hidden, and none is none', () => {
  expect(redactResponse('canary')).toBe('[redacted]');
  for (const none of [undefined, '', Buffer.from('canary'), { chunks: [] }])
    expect(redactResponse(none)).toBeUndefined();
  expect(redactResponse(null)).toBe('[redacted null]');
});
