import { expect, it } from 'vitest';
import { parseDuration } from '../../framework/duration';

it.each([
  ['', undefined],
  ['0', 0],
  ['0s', 0],
  ['500ms', 500],
  ['30s', 30_000],
  ['1h30m', 5_400_000],
  ['1.5h', 5_400_000],
  ['1m30', undefined],
  ['30', undefined],
  ['-1s', undefined],
  ['1 s', undefined],
  ['1d', undefined],
])('%s is %s ms', (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});
