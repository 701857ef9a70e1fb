import { expect, test } from 'vitest';
import { meetIn, pairsOf, pairwise } from './pairwise';

test('every two values occur together in a mix, with far fewer mixes than combinations', () => {
  const choices = { a: [1, 2, 3], b: ['x', 'y'], c: [true, false], d: [1, 2, 3, 4], e: ['p', 'q', 'r'] };

  const mixes = pairwise(choices);

  for (const pair of pairsOf(choices)) expect(mixes.some((mix) => meetIn(mix, pair))).toBe(true);
  for (const mix of mixes) expect(Object.keys(mix).sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(mixes.length).toBeLessThan(20);
});
