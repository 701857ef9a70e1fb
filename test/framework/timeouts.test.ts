import { expect, test } from 'vitest';
import { Diagnostics, path } from '../../framework';
import { describeTimeOver, howToRaise, limitOf, timeouts } from '../../framework/timeouts';
import { validateAttributes } from '../../framework/validate';

test.each([
  [7_200_000, '2h'],
  [5_400_000, '90m'],
  [3_600_001, '3600001ms'],
  [1_200_000, '20m'],
  [90_000, '90s'],
  [1_500, '1500ms'],
])('a limit of %i ms is told as %s', (ms, text) => {
  expect(describeTimeOver('create', ms)).toBe(`The time limit was reached: ${text}, by timeouts.create.`);
});

test('a longer limit of a delete has to be in state first', () => {
  expect(howToRaise('delete')).toBe('For more time, set timeouts = { delete = "…" } and apply that first.');
});

test('an operation without an argument in timeouts has no limit, because no configuration could raise it', () => {
  const attributes = { timeouts: timeouts({ create: 'Creating.', delete: 'Deleting.' }, { delete: '1h' }) };
  const limits = (['create', 'delete', 'read'] as const).map((one) => limitOf(attributes, one, undefined)?.ms);

  expect(limits).toEqual([300_000, 3_600_000, undefined]);
});

test('the errors of two equally wrong limits differ in their text, because Terraform shows the same line for both', () => {
  const diagnostics = new Diagnostics();
  const attributes = { timeouts: timeouts({ create: 'Creating.', delete: 'Deleting.' }) };

  validateAttributes(attributes, { timeouts: { create: 'soon', delete: 'soon' } }, diagnostics);

  const text = 'It must be a duration such as "30s", "500ms" or "1h30m"; got "soon".';
  expect(diagnostics.all).toEqual(
    ['create', 'delete'].map((operation) => ({
      severity: 'error',
      summary: 'Invalid value',
      detail: `timeouts.${operation}: ${text}`,
      path: path('timeouts', operation),
    })),
  );
});
