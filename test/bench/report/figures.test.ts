import { expect, test } from 'vitest';
import { Figures, median } from '../../../bench/report/figures';

const WALL = { name: 'plan', unit: 'ms' };

test('a run without samples has no rows', () => {
  expect(new Figures(['go', 'ours']).rows()).toEqual([]);
});

test('a row has median, range, ratio to the first contender and every sample', () => {
  const figures = new Figures(['go', 'ours']);

  for (const sample of [30, 10, 20]) figures.add(WALL, 'go', sample);
  for (const sample of [36, 30]) figures.add(WALL, 'ours', sample);

  expect(figures.rows()).toEqual([
    {
      work: WALL,
      figures: new Map([
        ['go', { median: 20, min: 10, max: 30, ratio: 1, samples: [30, 10, 20] }],
        ['ours', { median: 33, min: 30, max: 36, ratio: 1.65, samples: [36, 30] }],
      ]),
    },
  ]);
});

test('rows stand in the order in which works were first met', () => {
  const figures = new Figures(['go']);

  for (const name of ['b', 'a', 'b', 'c']) figures.add({ name, unit: 's' }, 'go', 1);

  expect(figures.rows().map(({ work }) => work.name)).toEqual(['b', 'a', 'c']);
});

test.each([
  ['nothing', []] as const,
  ['nothing that is known', [Number.NaN, null, undefined]] as const,
  ['nought', [0]] as const,
])('there is no ratio where the first contender has %s', (_, samples) => {
  const figures = new Figures(['go', 'ours']);
  for (const sample of samples) figures.add(WALL, 'go', sample);

  figures.add(WALL, 'ours', 5);

  expect(figures.rows()[0]?.figures.get('ours')?.ratio).toBeUndefined();
});

test('refuses a contender that is not of the run', () => {
  expect(() => new Figures(['go']).add(WALL, 'rust', 1)).toThrow('"rust" is no contender of this run.');
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

test('there is no median of nothing', () => {
  expect(() => median([])).toThrow(RangeError);
});
