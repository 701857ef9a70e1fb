import { describe, expect, it } from 'vitest';
import {
  defineDataSource,
  json,
  listNested,
  mapNested,
  requiresReplace,
  string,
  time,
  UNKNOWN,
  url,
} from '../../../../framework';
import { optional, required, schemaOf } from '../../../unit/framework/definitions';
import { hostOf } from '../host-of';

const attributes = {
  policy: json(optional),
  until: time(optional),
  home: url({ ...optional, planModifiers: [requiresReplace()] }),
  rules: listNested({ ...optional, attributes: { body: json(required) } }),
  named: mapNested({ ...optional, attributes: { body: json(required) } }),
};

/** What a service makes of a text of each kind. */
const normalized = (object: object) => ({
  ...object,
  policy: '{"a":[1,2],"b":null}',
  until: '2026-03-01T12:00:00Z',
  home: 'https://example.com/',
  rules: [{ body: '[1]' }],
  named: { x: { body: '[2]' } },
});

const CONFIG = {
  policy: '{ "b": null, "a": [1.0, 2] }',
  until: '2026-03-01T13:00:00.000+01:00',
  home: 'HTTPS://Example.com:443',
  rules: [{ body: '[ 1 ]' }],
  named: { x: { body: '[ 2 ]' } },
};

type Pair = readonly [one: string, other: string];

const { policy } = attributes;
const find = defineDataSource({
  typeName: 'thing',
  schema: schemaOf({ policy }),
  read: async () => ({ policy: '{"a":1}' }),
});

const start = (handlers: object = {}) =>
  hostOf(
    {
      schema: schemaOf(attributes),
      create: async ({ plan }) => normalized(plan),
      read: async ({ state }) => normalized(state),
      update: async ({ plan }) => normalized(plan),
    },
    handlers,
    { parts: { dataSources: [find] } },
  );

it('F13: a service may give another form back: state has what is configured, and no plan has a change', async () => {
  const host = await start();

  const { kept } = await host.apply('demo_thing', CONFIG);
  const read = await host.refresh('demo_thing', kept as never);

  expect(kept?.state).toEqual(CONFIG);
  expect(read.kept?.state).toEqual(CONFIG);
  expect((await host.plan('demo_thing', CONFIG, read.kept)).action).toBe('no-op');
});

it('F13: another form in the configuration changes nothing and replaces nothing; another meaning does', async () => {
  const host = await start();
  const { kept } = await host.apply('demo_thing', CONFIG);
  const other = { ...CONFIG, policy: '{"a":[1,2],"b":null}', home: 'https://example.com/' };

  expect((await host.plan('demo_thing', other, kept)).action).toBe('no-op');
  expect((await host.plan('demo_thing', { ...other, policy: '{"a":[2,1],"b":null}' }, kept)).action).toBe('update');
  expect((await host.plan('demo_thing', { ...other, home: 'https://example.com/a' }, kept)).action).toBe('replace');
});

it('what is read with another meaning is in state', async () => {
  const host = await start();
  const state = { ...CONFIG, policy: '5' };

  const { kept } = await host.refresh('demo_thing', { state, private: new Uint8Array() });

  expect(kept?.state).toEqual({ ...CONFIG, policy: '{"a":[1,2],"b":null}' });
});

it('a data source has the form that is configured', async () => {
  const { state } = await (await start()).data('demo_thing', { policy: '{ "a": 1 }' });

  expect(state).toEqual({ policy: '{ "a": 1 }' });
});

it('an object whose meaning cannot be compared is in state as it was returned', async () => {
  const meansSame = () => {
    throw new Error('no');
  };
  const schema = schemaOf({ name: string({ ...required, meansSame }) });
  const host = await start({ schema, create: async () => ({ name: 'B' }) });

  const { kept, diagnostics } = await host.apply('demo_thing', { name: 'b' });
  const unknown = await host.plan('demo_thing', { name: UNKNOWN }, kept);

  expect(unknown.diagnostics).toEqual([]);
  expect([kept?.state, diagnostics[0]?.detail]).toEqual([{ name: 'B' }, expect.stringContaining('no')]);
});

describe.each<[string, typeof json, same: readonly Pair[], others: readonly Pair[], none: string]>([
  [
    'json',
    json,
    [['{"a":1}', '{ "a" : 1.0 }']],
    [
      ['[1,2]', '[2,1]'],
      ['9007199254740993', '9007199254740992'],
    ],
    '{',
  ],
  [
    'time',
    time,
    [
      ['2026-03-01T12:00:00Z', '2026-03-01T07:00:00.00-05:00'],
      ['2026-03-01T12:00:00z', '2026-03-01T12:00:00+00:00'],
    ],
    [
      ['2026-03-01T12:00:00Z', '2026-03-01T12:00:01Z'],
      ['2026-03-01T12:00:00.0000001Z', '2026-03-01T12:00:00.0000002Z'],
    ],
    'noon',
  ],
  [
    'url',
    url,
    [['http://a', 'HTTP://A:80/']],
    [
      ['http://a/b', 'http://a/B'],
      ['http://a/b', 'http://a/b/'],
    ],
    '/a',
  ],
])('%s', (_name, builder, same, others, none) => {
  const { meansSame, validators = [] } = builder(optional);
  const means = (pair: Pair) => meansSame?.(...(pair as unknown as [never, never]));

  it('tells forms from meanings', () => {
    expect(same.map(means)).toEqual(same.map(() => true));
    expect([...others, [none, none] as const].map(means)).toEqual([...others, none].map(() => false));
  });

  it('refuses what is none', () => {
    const told: string[] = [];
    const diagnostics = { error: (_summary: string, detail: string) => told.push(detail) };
    for (const text of [none, ...same.flat()])
      for (const validate of validators) validate(text as never, [], diagnostics as never, () => '; got it');

    expect(told).toEqual([expect.stringMatching(/^It must be /)]);
  });
});
