import { describe, expect, it } from 'vitest';
import { defineDataSource } from '../../../framework/data-source';
import { float64, int64, integer, list, number, set, string } from '../../../framework/schema/attributes';
import { atMost } from '../../../framework/schema/validators';
import { Decimal, type Value } from '../../../framework/values/value';
import { computed, optional, schemaOf } from '../../unit/framework/definitions';
import { hostOf } from './host-of';

const attributes = {
  ratio: float64({ ...optional, validators: [atMost(1)] }),
  amount: integer(optional),
  exact: number(optional),
  large: int64(optional),
  ratios: list({ ...optional, elementType: 'float64' }),
  some: set({ ...optional, elementType: 'float64' }),
  sent: string(computed),
};

const half = defineDataSource({
  typeName: 'half',
  schema: schemaOf({ of: float64(optional), result: float64(computed) }),
  read: async ({ config }) => ({ ...config, result: (config.of ?? 0) / 2 }),
});

/** A host of a provider that sends its plan to a service as an author does who knows JSON, and stores what that has. */
const start = (handlers: object = {}) =>
  hostOf(
    {
      schema: schemaOf(attributes),
      create: async ({ plan }) => {
        const sent = JSON.stringify({ ...plan, sent: undefined });
        const { exact, large } = plan;
        const read = JSON.parse(sent) as Pick<typeof plan, 'ratio' | 'amount' | 'ratios' | 'some'>;
        return { ...plan, ...read, exact, large, sent };
      },
      read: async ({ state }) => ({ ...state, ratio: state.ratio && state.ratio * 1 }),
      update: async ({ plan, state }) => ({ ...plan, sent: state.sent }),
    },
    handlers,
    { parts: { dataSources: [half] } },
  );

describe('F12: every number goes into JSON as it is', () => {
  it.each([
    [{ ratio: 0.1 }, '"ratio":0.1'],
    [{ ratio: 1e-7, amount: 2 ** 53 - 1 }, '"amount":9007199254740991'],
    [{ exact: 0.1 }, '"exact":0.1'],
    [{ exact: new Decimal('0.12345678901234567890') }, '"exact":0.12345678901234567890'],
    [{ large: 2n ** 63n - 1n }, '"large":9223372036854775807'],
    [{ ratios: [0.1, 0.5, 3] }, '"ratios":[0.1,0.5,3]'],
  ] as [Record<string, Value>, string][])('%o', async (config, json) => {
    const host = await start();

    const { kept, diagnostics } = await host.apply('demo_thing', config);
    const again = await host.apply('demo_thing', config, kept);

    expect(diagnostics).toEqual([]);
    expect(kept?.state.sent).toContain(json);
    expect(again.action).toBe('no-op');
  });
});

it.each([
  ['0.1', 0.1],
  ['-00.10', -0.1],
  ['+.5e1', 5],
  ['1e400', null],
  ['not a number', null],
])('a Decimal of %s is a number in JSON', (text, parsed) => {
  const json = JSON.stringify(new Decimal(text));

  expect(json === 'null' ? null : Number(json)).toBe(text === '1e400' ? Infinity : parsed);
});

it('F11: a handler of the test host is given what Terraform sends: 0.1 is no double, and a float64 is one', async () => {
  const seen: unknown[] = [];
  const host = await start({
    create: async ({ plan }: { plan: Record<string, Value> }) => {
      seen.push(plan.exact, plan.ratio);
      return { ...plan, sent: '' };
    },
  });

  await host.apply('demo_thing', { exact: 0.1, ratio: 0.1 });

  expect(seen).toEqual([new Decimal('0.1'), 0.1]);
});

/** A third as the configuration language computes it. */
const THIRD = new Decimal(`0.${'3'.repeat(154)}`);

it('a float64 of more digits than a double has stays what is configured', async () => {
  const host = await start();
  const config = { ratio: THIRD, ratios: [THIRD], some: [THIRD, 0.1] };

  const { kept, diagnostics } = await host.apply('demo_thing', config);
  const read = await host.refresh('demo_thing', kept as never);
  const again = await host.apply('demo_thing', config, read.kept);

  expect(diagnostics).toEqual([]);
  expect(kept?.state.sent).toContain('"ratio":0.3333333333333333,');
  expect(read.kept?.state).toMatchObject({ ratio: THIRD, ratios: [THIRD] });
  expect(again.action).toBe('no-op');
});

it('a double that nobody configured is stored as its shortest text', async () => {
  const host = await start();

  const { state } = await host.data('demo_half', { of: 0.2 });

  expect(state).toEqual({ of: new Decimal('0.2'), result: new Decimal('0.1') });
});

it.each<[config: Record<string, Value>, path?: string, problem?: string]>([
  [{ amount: 1.5 }, 'amount', 'a whole number from -9007199254740991 to 9007199254740991; got 1.5.'],
  [{ amount: 2n ** 53n }, 'amount', 'a whole number from -9007199254740991 to 9007199254740991; got 9007199254740992.'],
  [{ ratio: new Decimal('1e400') }, 'ratio', 'a number of 64 bits, such as 0.1 or 1e308; got 1e400.'],
  [{ ratio: new Decimal('1e-400') }, 'ratio', 'a number of 64 bits, such as 0.1 or 1e308; got 1e-400.'],
  [{ ratio: new Decimal('1.1') }, 'ratio', 'at most 1; got 1.1.'],
  [{ ratio: THIRD, amount: 5 }],
])('%o is judged with the name of the attribute', async (config, attribute, problem) => {
  const { diagnostics } = await (await start()).plan('demo_thing', config);

  expect(diagnostics).toMatchObject(
    attribute === undefined ? [] : [{ detail: expect.stringContaining(`${problem}`), path: [{ attribute }] }],
  );
});

it('F5: a number that Terraform would store as an infinity cannot be kept', async () => {
  const host = await start({
    create: async ({ plan }: { plan: object }) => ({ ...plan, sent: '', exact: new Decimal('1e999999999') }),
  });

  const { kept, diagnostics } = await host.apply('demo_thing', { exact: null });

  expect(diagnostics.map(({ detail }) => detail)).toEqual([
    expect.stringMatching(/whose exact cannot be kept: it is not a number\./),
  ]);
  expect(kept?.state.exact).toBeNull();
});
