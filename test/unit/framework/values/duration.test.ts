import { expect, it } from 'vitest';
import { formatDuration, parseDuration } from '../../../../framework/values/duration';

it.each([
  ['', undefined],
  ['0', 0],
  ['0s', 0],
  ['500ms', 500],
  ['1h1m1s1ms', 3_661_001],
  ['0.5ms', 0.5],
  ['30s', 30_000],
  ['1h30m', 5_400_000],
  ['1.5h', 5_400_000],
  ['1m30', undefined],
  ['1d', undefined],
])('%s is %s ms', (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});

it.each([
  [1, '1ms'],
  [1_500, '1500ms'],
  [0.5, '0.5ms'],
  [90_000, '90s'],
  [120_000, '2m'],
  [5_400_000, '90m'],
  [7_200_000, '2h'],
])('%s ms are told as %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});
