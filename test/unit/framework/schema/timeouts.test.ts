import { expect, test } from 'vitest';
import { Diagnostics, path, singleNested, string } from '../../../../framework';
import { isTimeouts, limitOf, timeouts, unlimited } from '../../../../framework/schema/timeouts';
import { validateAttributes } from '../../../../framework/schema/validate';

test('an operation without an argument in timeouts has no limit, because no configuration could raise it', () => {
  const attributes = { timeouts: timeouts({ create: 'Creating.', delete: 'Deleting.' }, { delete: '1h' }) };
  const limits = (['create', 'delete', 'read'] as const).map((one) => limitOf(attributes, one, undefined)?.ms);

  expect(limits).toEqual([300_000, 3_600_000, undefined]);
});

test('the errors of two equally wrong limits differ in their text, because Terraform shows the same line for both', () => {
  const diagnostics = new Diagnostics();
  const attributes = { timeouts: timeouts({ create: 'Creating.', delete: 'Deleting.' }) };

  validateAttributes(attributes, { timeouts: { create: 'soon', delete: '0s' } }, diagnostics);

  expect(diagnostics.all).toMatchObject([
    { detail: expect.stringMatching(/^timeouts\.create: .*"soon"/), path: path('timeouts', 'create') },
    { detail: expect.stringMatching(/^timeouts\.delete: .*"0s"/), path: path('timeouts', 'delete') },
  ]);
});

test('the attribute has an optional argument for each operation, with its default in the description', () => {
  const attribute = timeouts({ create: 'Creating.', delete: 'Deleting.' }, { delete: '1h' });

  expect(attribute.defaults).toEqual({ create: '5m', delete: '1h' });
  expect(attribute.type).toMatchObject({
    attributes: {
      create: { optional: true, description: expect.stringContaining('Default `5m`.') },
      delete: { optional: true, description: expect.stringContaining('Default `1h`.') },
    },
  });
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
