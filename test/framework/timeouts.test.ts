import { expect, test } from 'vitest';
import { Diagnostics } from '../../framework/diagnostic';
import { path } from '../../framework/path';
import { defineResource } from '../../framework/resource';
import { ProviderHost } from '../../framework/testing';
import { describeTimeOver, limitOf, timeouts } from '../../framework/timeouts';
import { validateAttributes } from '../../framework/validate';

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
])('a limit of %i ms is told as %s', (ms, text) => {
  expect(over(ms)).toContain(`The time limit was reached: ${text}, by timeouts.create.`);
});

test('the end of a limit that cannot be configured has no text of its own', () => {
  expect(
    describeTimeOver({ operation: undefined, ms: 1, deadlineMs: 1, configuredMs: undefined, signal: SIGNAL }),
  ).toBe(undefined);
});

test('a longer limit of a delete has to be in state first', () => {
  const limit = { operation: 'delete', ms: 1, deadlineMs: 1, configuredMs: undefined, signal: SIGNAL } as const;

  expect(describeTimeOver(limit)?.detail).toMatch(
    /For more time, set timeouts = \{ delete = "…" \} and apply that first\.$/,
  );
});

test.each([
  ['that of the signal', undefined, 'The time of the operation is over.'],
  ['one without a full stop', new Error('no answer'), 'no answer.'],
])(
  'whatever a handler throws at the end of its time, the text that follows is a sentence of its own: %s',
  async (_what, error, text) => {
    const schema = { description: '', attributes: { timeouts: timeouts({ create: 'Creating.' }) } };
    const create = ({ timeLimit: { signal } }: { readonly timeLimit: { readonly signal: AbortSignal } }) =>
      new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(error ?? signal.reason)));
    const done = async () => undefined;
    const thing = defineResource({ typeName: 'thing', schema, create, read: done, delete: done, update: create });
    const names = { typeName: 'demo', source: 'example/demo', schema: { description: '', attributes: {} } };
    const host = await ProviderHost.start({ ...names, resources: [thing] });
    const applying = host.apply('demo_thing', {});

    await host.pass(300_000);

    const { diagnostics } = await applying;
    expect(diagnostics.map(({ detail }) => detail)).toEqual([
      expect.stringContaining(`${text} The time limit was reached`),
    ]);
  },
);

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
