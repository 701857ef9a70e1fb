import { expect, test } from 'vitest';
import { comesAfter, splitRest } from '../../../../provider/s3/key-ranges';
import { fc } from '../../support/property';

/** The ends of the parts into which the rest after a page of these keys is split. */
const endsOf = (keys: readonly string[], most: number, upTo?: string) =>
  splitRest({ after: keys.at(-1), upTo }, keys, most).map((part) => part.upTo);

const page = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `n/${String(from + at).padStart(4, '0')}.json`);

/** Two bytes less than the longest key. */
const LONG = 'k'.repeat(1022);

test.each<[string, readonly string[], string | undefined, number, (string | undefined)[]]>([
  ['one part is the whole rest', page(0, 10), undefined, 1, [undefined]],
  [
    'further and further where nobody knows the end',
    page(100, 110),
    undefined,
    5,
    ['n/0130', 'n/0190', 'n/0750', 'n/2670', undefined],
  ],
  ['the same size where the end is known', page(100, 110), 'n/0150', 4, ['n/0120', 'n/0130', 'n/0140', 'n/0150']],
  ['no more parts than pages', page(100, 110), 'n/0132', 9, ['n/0121', 'n/0132']],
  ['less than another page', page(100, 110), 'n/0115', 9, ['n/0115']],
  ['as many parts as pages', page(100, 110), 'n/0140', 4, ['n/0120', 'n/0130', 'n/0140']],
  ['an end of another beginning', page(100, 110), 'z', 4, ['n/0130', 'n/0430', 'n/2670', 'z']],
  ['an end of other characters', page(100, 110), 'n/01x', 4, ['n/0130', 'n/0150', 'n/0170', 'n/01x']],
  ['the characters in which the keys differ', ['0a', '0f', '1b', '1f'], undefined, 9, ['b1', 'fb', undefined]],
  ['numbers as long as they may be', ['a0000000001', 'a9999999998'], undefined, 4, ['b', undefined]],
  [
    'the last of many characters',
    ['12345678901234567890', '12345678901234567899'],
    undefined,
    4,
    ['123456789012345679', '12345678901234568', '1234567890123457', undefined],
  ],
  ['two keys', ['a1', 'a2'], undefined, 9, ['b', undefined]],
  ['no key', [], undefined, 3, [undefined]],
  ['what follows all that begins so', page(0, 9999), undefined, 4, ['n0', 'o', undefined]],
  ['nothing behind the end', page(0, 9999), 'n0', 4, ['n0']],
  ['no noncharacter, which XML cannot carry', ['a\ufffd'], undefined, 9, ['a\u{10000}', 'b', undefined]],
  ['no noncharacter behind another', ['a\ufffe'], undefined, 9, ['a\u{10000}', 'b', undefined]],
  ['no text longer than a key', [`${LONG}a\u007f`], undefined, 2, [`${LONG}b`, undefined]],
  ['a text as long as a key', [`${LONG}ka`], undefined, 2, [`${LONG}kb`, undefined]],
  ['what follows a space', ['a '], undefined, 9, ['a!', 'b', undefined]],
  ['the last before the pairs', ['a\ud7fe'], undefined, 9, ['a\ud7ff', 'b', undefined]],
  ['the second behind the pairs', ['a\ue000'], undefined, 9, ['a\ue001', 'b', undefined]],
  ['the last before the noncharacters', ['a\ufffc'], undefined, 9, ['a\ufffd', 'b', undefined]],
  ['the second behind the noncharacters', ['a\u{10000}'], undefined, 9, ['a\u{10001}', 'b', undefined]],
  ['no control character', ['a\u0001'], undefined, 9, ['a ', 'b', undefined]],
  ['a page of one key', ['k'], undefined, 9, ['l', undefined]],
  ['the last character', ['\u{10fffe}'], undefined, 9, ['\u{10ffff}', undefined]],
  ['no character after the last', ['\u{10ffff}'], undefined, 9, [undefined]],
  ['no half of a pair', ['a\ud7ff'], undefined, 9, ['a\ue000', 'b', undefined]],
])('splits the rest behind a page: %s', (_, keys, upTo, most, ends) => {
  expect(endsOf(keys, most, upTo)).toEqual(ends);
});

test('only the first part continues from a version', () => {
  const [first, ...others] = splitRest({ after: 'n/0110.json', afterVersion: 'v1' }, page(100, 110), 4);

  expect(first).toMatchObject({ after: 'n/0110.json', afterVersion: 'v1' });
  expect(others.map((part) => part.afterVersion)).toEqual(Array(others.length).fill(undefined));
  expect(others).not.toEqual([]);
});

test('keys are in the order of UTF-8, which is not that of UTF-16', () => {
  expect(comesAfter('\u{10000}', '\uffee')).toBe(true);
  expect(comesAfter('\uffee', '\u{10000}')).toBe(false);
  expect(comesAfter('a', 'a')).toBe(false);
});

test('each key after a page is in exactly one part', () => {
  const key = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(fc.array(key, { minLength: 3, maxLength: 20 }), fc.integer({ min: 1, max: 9 }), (all, most) => {
      const keys = all.toSorted((a, b) => (comesAfter(a, b) ? 1 : -1));
      const [other = '', upTo] = [keys.pop(), most % 2 ? keys.pop() : undefined];
      const last = keys.at(-1) ?? '';
      const parts = splitRest({ after: last, upTo }, keys, most);
      const holders = parts.filter(
        (part) => comesAfter(other, part.after ?? '') && (part.upTo === undefined || !comesAfter(other, part.upTo)),
      );
      const isInside = comesAfter(other, last) && (upTo === undefined || !comesAfter(other, upTo));
      expect(parts.length).toBeLessThanOrEqual(most);
      expect(holders).toHaveLength(isInside ? 1 : 0);
    }),
  );
});
