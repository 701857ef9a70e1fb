import { expect, test } from 'vitest';
import { Diagnostics, path, singleNested, string } from '../../../../framework';
import {
  describeTimeOver,
  howToRaise,
  isTimeouts,
  limitOf,
  timeouts,
  unlimited,
} from '../../../../framework/schema/timeouts';
import { validateAttributes } from '../../../../framework/schema/validate';

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

test('a longer limit of any other operation can be set at once', () => {
  expect(howToRaise('create')).toBe('For more time, set timeouts = { create = "…" }.');
});

test('the attribute has an optional argument for each operation, with its default in the description', () => {
  const attribute = timeouts({ create: 'Creating.', delete: 'Deleting.' }, { delete: '1h' });

  expect(attribute.defaults).toEqual({ create: '5m', delete: '1h' });
  expect(attribute).toMatchObject({
    optional: true,
    description: 'How long operations may take, including waits and retries.',
    type: {
      nesting: 'single',
      attributes: {
        create: { optional: true, description: 'Creating. A duration such as `90s` or `1h30m`. Default `5m`.' },
        delete: { optional: true, description: 'Deleting. A duration such as `90s` or `1h30m`. Default `1h`.' },
      },
    },
  });
});

test('a limit may not be zero', () => {
  const diagnostics = new Diagnostics();

  validateAttributes({ timeouts: timeouts({ create: 'x' }) }, { timeouts: { create: '0s' } }, diagnostics);
  validateAttributes({ timeouts: timeouts({ create: 'x' }) }, { timeouts: { create: '1ms' } }, diagnostics);

  expect(diagnostics.all.map(({ detail }) => detail)).toEqual(['timeouts.create: It must be at least 1ms; got "0s".']);
});

test('the configured limit goes before the default, if it is one', () => {
  const attributes = { timeouts: timeouts({ create: 'x' }) };
  const limit = (timeouts: never) => limitOf(attributes, 'create', { timeouts });

  expect(limit({ create: '1s' } as never)).toEqual({ ms: 1_000, configuredMs: 1_000 });
  expect(limit({ create: null } as never)).toEqual({ ms: 300_000, configuredMs: undefined });
  expect(limit(null as never)).toEqual({ ms: 300_000, configuredMs: undefined });
  expect(limitOf(attributes, 'create', {})).toEqual({ ms: 300_000, configuredMs: undefined });
});

test('what has no limit waits for five minutes', () => {
  const { signal } = new AbortController();

  expect(unlimited(1_000, signal)).toEqual({
    operation: undefined,
    ms: 300_000,
    deadlineMs: 301_000,
    configuredMs: undefined,
    signal,
  });
});

test('an attribute of the same name that is made otherwise limits nothing', () => {
  const own = singleNested({ optional: true, description: '', attributes: {} });

  expect([timeouts({ create: 'x' }), own, string({ optional: true, description: '' })].map(isTimeouts)).toEqual([
    true,
    false,
    false,
  ]);
  expect(limitOf({ timeouts: own }, 'create', { timeouts: { create: '1s' } })).toBeUndefined();
  expect(limitOf({}, 'create', {})).toBeUndefined();
});
