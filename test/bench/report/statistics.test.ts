import { expect, test } from 'vitest';
import { median } from '../../../bench/report/figures';

test('there is no median of nothing', () => {
  expect(() => median([])).toThrow(RangeError);
});

test.each([
  [[7], 7],
  [[10, 9, 100], 10],
  [[4, 1, 3, 2], 2.5],
])('the median of %j is %d', (values, expected) => {
  const given = [...values];

  expect(median(given)).toBe(expected);
  expect(given).toEqual(values);
});
