import { expect, test } from 'vitest';
import { describeTimeOver } from '../../../provider/framework/timeouts';

const SIGNAL = new AbortController().signal;
const over = (ms: number) =>
  describeTimeOver({ operation: 'create', ms, deadlineMs: ms, configuredMs: ms, signal: SIGNAL })?.detail;

test.each([
  [7_200_000, '2h'],
  [5_400_000, '90m'],
  [3_600_001, '3600001ms'],
  [1_200_000, '20m'],
  [90_000, '90s'],
  [1_500, '1500ms'],
])('P4: a limit of %i ms is told as %s', (ms, text) => {
  expect(over(ms)).toContain(`The time limit was reached: ${text}, by timeouts.create.`);
});

test('a limit that nobody can set is not told', () => {
  expect(
    describeTimeOver({ operation: undefined, ms: 1, deadlineMs: 1, configuredMs: undefined, signal: SIGNAL }),
  ).toBe(undefined);
});
