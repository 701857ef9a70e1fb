import { expect, test } from 'vitest';
import * as z from 'zod';
import { readItem } from '../../../../../provider/client/responses/odd-records';

const source = { method: 'GET', path: '/secrets' };
const schema = z.object({
  id: z.string().min(1),
  kind: z.enum(['ok', '-']),
  inner: z.object({ size: z.literal(1) }).optional(),
});

function oddIn(item: unknown) {
  const read = readItem(source, item as never, schema, new Set());
  if (!('odd' in read)) throw new Error('expected an odd record');
  return read.odd;
}

test.each([
  ['missing', undefined],
  ['null', null],
  ['an empty string', ''],
  ['a string', 'canary'],
  ['an array', []],
  ['an object', {}],
  ['a boolean', false],
  ['a whole number', 7],
  ['a whole number', 2n ** 64n],
  ['a number that is not whole', 1.5],
])('a field that is %s is named so, and an item of a list likewise', (words, value) => {
  expect(String(oddIn({ id: 'a', kind: value }))).toBe(`"a" (kind is ${words})`);
  if (words !== 'an object') expect(String(oddIn(value))).toBe(`one without a readable id (it is ${words})`);
});

test('all fields that cannot be read are named, by their paths', () => {
  expect(String(oddIn({ id: '', kind: 1, inner: { size: true } }))).toBe(
    'one without a readable id (id is an empty string and kind is a whole number and inner.size is a boolean)',
  );
});

test('an error of the comparison itself is passed on', () => {
  const odd = oddIn({ id: 'a', kind: 1 });
  const broken = () => {
    throw new Error('bug');
  };

  expect(() => odd.mayMatch(broken)).toThrow('bug');
  expect(odd.mayMatch(({ kind }) => kind === 'ok')).toBe(true);
  expect(odd.mayMatch(({ id }) => id === 'b')).toBe(false);
});
