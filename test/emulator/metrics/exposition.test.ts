import { expect, test } from 'vitest';
import { Counter, Durations, Gauge } from '../../../emulator/metrics/exposition';

test('a counter has a row for each of its labels, and is left out before it counts', () => {
  const counter = new Counter('requests_total', 'Requests.', ['api', 'status']);

  expect(counter.text()).toBe('');
  counter.add('s3', '200');
  counter.add('rest', '200');
  counter.add('s3', '200');

  expect(counter.text()).toBe(
    '# HELP requests_total Requests.\n# TYPE requests_total counter\nrequests_total{api="s3",status="200"} 2\nrequests_total{api="rest",status="200"} 1\n',
  );
});

test('a histogram counts each duration under every bound that it does not exceed', () => {
  const durations = new Durations('seconds', 'Of requests.', ['api']);
  const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

  for (const bound of bounds) durations.add(bound * 1_000, 's3');
  durations.add(10_001, 's3');

  const lines = durations.text().split('\n');
  expect(lines.slice(0, 2)).toEqual(['# HELP seconds Of requests.', '# TYPE seconds histogram']);
  expect(lines.slice(2, -4)).toEqual(
    bounds.map((bound, index) => `seconds_bucket{api="s3",le="${bound}"} ${index + 1}`),
  );
  expect(lines.slice(-4)).toEqual([
    'seconds_bucket{api="s3",le="+Inf"} 14',
    expect.stringMatching(/^seconds_sum\{api="s3"\} 29\.44/),
    'seconds_count{api="s3"} 14',
    '',
  ]);
});

test('a gauge is read when it is asked for, and quotes the values of its labels', () => {
  const values: [number, ...string[]][] = [[1, 'a"b\\c\nd'], [2.5]];

  expect(new Gauge('use', 'Of it.', ['of'], () => values).text()).toBe(
    '# HELP use Of it.\n# TYPE use gauge\nuse{of="a\\"b\\\\c\\nd"} 1\nuse{of=""} 2.5\n',
  );
  expect(new Gauge('use', 'Of it.', [], () => [[3]]).text()).toContain('\nuse 3\n');
});
