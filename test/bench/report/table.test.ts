import { expect, test } from 'vitest';
import { Figures } from '../../../bench/report/figures';
import { formatNumber, table } from '../../../bench/report/table';

test('a run without samples is a table without lines', () => {
  expect(table(new Figures(['go', 'ours']))).toBe('| Work | go | ours |\n| --- | --- | --- |');
});

test('each cell has median, range and number of runs, and from the second contender on the ratio to the first', () => {
  const figures = new Figures(['go', 'ours', 'builtin']);
  const size = { name: 'size', unit: 'MiB' };
  const wall = { name: 'plan', unit: 'ms', budget: '≤ 1.8 ×' };
  figures.add(size, 'go', 17.84);
  for (const sample of [10, 12, 11]) figures.add(wall, 'go', sample);
  for (const sample of [16.5, 16.5]) figures.add(wall, 'ours', sample);

  expect(table(figures)).toBe(
    [
      '| Work | go | ours | builtin | Budget |',
      '| --- | --- | --- | --- | --- |',
      '| size | **17.8** MiB (n = 1) | – | – |  |',
      '| plan | **11** ms (10–12, n = 3) | **16.5** ms (n = 2), 1.50 × | – | ≤ 1.8 × |',
    ].join('\n'),
  );
});

test('a range too small to be seen is left out', () => {
  const figures = new Figures(['go']);
  for (const sample of [144.1, 144.2]) figures.add({ name: 'plan', unit: 'ms' }, 'go', sample);

  expect(table(figures)).toContain('**144** ms (n = 2)');
});

test.each([
  [0, '0'],
  [1, '1'],
  [0.004, '0.00'],
  [3.456, '3.46'],
  [10.06, '10.1'],
  [99.94, '99.9'],
  [144.4, '144'],
  [1000, '1,000'],
  [21840.6, '21,841'],
  [-0.25, '-0.25'],
  [-144.4, '-144'],
])('%d is written %s', (value, text) => {
  expect(formatNumber(value)).toBe(text);
});
