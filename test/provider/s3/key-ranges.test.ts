import { expect, test } from 'vitest';
import { comesAfter, splitRest } from '../../../provider/s3/key-ranges';
import { fc } from '../../support/property';

test.each<[string, string, string, string | undefined, number, (string | undefined)[]]>([
  ['one part is the whole rest', 'a1', 'a5', undefined, 1, [undefined]],
  ['the nearest places come first', 'n/0100', 'n/0109', undefined, 4, ['n/010:', 'n/011', 'n/02', undefined]],
  ['all places there are', 'ab', 'ac', undefined, 9, ['ad', 'b', undefined]],
  ['none behind the end', 'n/0100', 'n/0109', 'n/02', 9, ['n/010:', 'n/011', 'n/02']],
  ['a page of one key', 'k', 'k', undefined, 9, ['l', undefined]],
  ['no character after the last', '\u{10fffd}', '\u{10fffd}', undefined, 9, [undefined]],
  ['no half of a pair', 'a\ud7ff', 'a\ud7ff', undefined, 9, ['a\ue000', 'b', undefined]],
])('splits the rest behind a page: %s', (_, first, last, upTo, most, ends) => {
  const parts = splitRest({ after: last, upTo }, first, last, most);

  expect(parts.map((part) => part.upTo)).toEqual(ends);
});

test('each key behind a page is in exactly one part', () => {
  const key = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(fc.tuple(key, key, key), fc.integer({ min: 1, max: 9 }), (keys, most) => {
      const [first = '', last = '', other = ''] = keys.toSorted((a, b) => (comesAfter(a, b) ? 1 : -1));
      const parts = splitRest({ after: last }, first, last, most);
      const holders = parts.filter(
        ({ after, upTo }) => comesAfter(other, after ?? '') && (upTo === undefined || !comesAfter(other, upTo)),
      );
      expect(holders).toHaveLength(comesAfter(other, last) ? 1 : 0);
    }),
  );
});
