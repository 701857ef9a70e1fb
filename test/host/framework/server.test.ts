import { describe, expect, it } from 'vitest';
import { formatPath, type ObjectValue, path, UNKNOWN } from '../../../framework';
import { listNested, mapNested, singleNested, string } from '../../../framework/schema/attributes';
import type { ProviderServer } from '../../../framework/server/provider-server';
import { validateConfig } from '../../../framework/server/validate-config';
import { optional, schemaOf } from '../../unit/framework/definitions';
import { configured, creation, NO_BYTES, NOTHING, serve } from './demo-server';

it('an object that cannot be read keeps its state and its private state', async () => {
  const server = await configured({ read: () => Promise.reject(new Error('no')) });
  const request = { typeName: 'demo_thing', state: { ...NOTHING, id: '1' }, private: new Uint8Array([123, 125]) };

  const { state, private: bytes, diagnostics } = await server.readResource(request);

  expect([state, bytes]).toEqual([request.state, request.private]);
  expect(diagnostics).toMatchObject([{ severity: 'error' }]);
});

const move = { sourceTypeName: 'demo_thing', sourceProvider: 'registry.terraform.io/example/demo', sourceVersion: 1n };
const proposed = { ...NOTHING, name: 'x' };

describe('a result that does not fit the schema', () => {
  const given = { ...NOTHING, name: 'x', id: '1' };
  const json = JSON.stringify(given);
  const config = { name: 'x' };

  it.each<[result: object, place: string, problem: string]>([
    [{ ...given, id: null }, 'id', 'it is null, and it is the identity of the object'],
    [{ ...given, id: '' }, 'id', 'it is empty, and it is the identity of the object'],
    [{ ...given, id: 7 }, 'id', 'it is not a string'],
    [{ ...given, id: undefined }, 'id', 'it is missing'],
    [{ ...given, name: UNKNOWN }, 'name', 'it is still unknown'],
    [{ ...given, nmae: 'x' }, 'nmae', 'it is no attribute of the schema'],
  ])('is refused in every operation, with its attribute: %j', async (result, place, problem) => {
    const server = await configured({
      identity: 'id',
      read: async () => result as never,
      importState: async () => result as never,
      movesFrom: { thing: () => result as never },
      stateUpgraders: { 0: { schema: schemaOf({}), upgrade: () => result as never } },
    });

    const responses = {
      read: await server.readResource({ typeName: 'demo_thing', state: given, private: NO_BYTES }),
      import: await server.importResourceState({ typeName: 'demo_thing', id: '1', identity: null }),
      move: server.moveResourceState({ typeName: 'demo_thing', ...move, json, private: NO_BYTES }),
      'state upgrade': server.upgradeResourceState({ typeName: 'demo_thing', version: 0n, json: '{}' }),
    };

    expect(responses.read.state).toEqual(given);
    for (const [operation, { diagnostics }] of Object.entries(responses)) {
      expect(diagnostics).toMatchObject([
        {
          severity: 'error',
          summary: 'Result does not fit the schema',
          detail: expect.stringContaining(
            `The ${operation} of demo_thing returned a result whose ${place} cannot be kept: ${problem}. `,
          ),
          path: path(place),
        },
      ]);
    }
  });

  it.each<[object, string]>([
    [{ name: 5 }, 'name cannot be kept: it is not a string'],
    [{}, 'name cannot be kept: it is missing'],
  ])('is refused of a data source and an ephemeral resource, too: %j', async (result, told) => {
    const server = await configured({}, { calls: [] }, undefined, async () => result as ObjectValue);

    const data = await server.readDataSource({ typeName: 'demo_thing', config });
    const opened = await server.openEphemeralResource({ typeName: 'demo_thing', config });

    expect(data).toMatchObject({ state: undefined, diagnostics: [{ detail: expect.stringContaining(told) }] });
    expect(opened).toMatchObject({ result: undefined, diagnostics: [{ detail: expect.stringContaining(told) }] });
  });
});

/** A handler that must not be async, and a call that runs it. */
const later = (async () => undefined) as () => never;
const resource = { typeName: 'demo_thing', config: { ...NOTHING, name: 'x' } };

it.each<[hook: string, handlers: Parameters<typeof serve>[0], call: (server: ProviderServer) => unknown]>([
  ['modifyPlan', { modifyPlan: later }, (server) => server.planResourceChange({ ...creation, ...resource, proposed })],
  [
    'planDestroy',
    { planDestroy: later },
    (server) => server.planResourceChange({ ...creation, prior: proposed, proposed: null, config: null }),
  ],
  [
    'movesFrom',
    { movesFrom: { thing: later } },
    (server) => server.moveResourceState({ typeName: 'demo_thing', ...move, json: '{}', private: NO_BYTES }),
  ],
  [
    'A state upgrader',
    { stateUpgraders: { 0: { schema: schemaOf({}), upgrade: later } } },
    (server) => server.upgradeResourceState({ typeName: 'demo_thing', version: 0n, json: '{}' }),
  ],
])('what nothing waits for may not be async: %s', async (hook, handlers, call) => {
  expect(call(await configured(handlers))).toMatchObject({
    diagnostics: [{ severity: 'error', detail: expect.stringContaining(`${hook} returned a Promise`) }],
  });
});

it.each<[hook: string, handlers: Parameters<typeof serve>[0]]>([
  ['validate', { validate: later }],
  ['A config validator', { configValidators: [later] }],
])('a check may not be async: %s', async (hook, handlers) => {
  const validate = () => serve(handlers).validateResourceConfig({ ...resource, writeOnlyAttributesAllowed: true });

  expect(validate).toThrow(`${hook} returned a Promise`);
});

describe('a plan that does not fit the schema', () => {
  it.each<[name: string, value: unknown, problem: string]>([
    ['id', 5, 'id, which cannot be planned: it is not a string'],
    ['idd', 'x', 'idd, which cannot be planned: it is no attribute of the schema'],
    ['id', Promise.resolve('x'), 'id, which cannot be planned: it is a Promise that nothing has awaited'],
  ])('is refused with its place: %s = %j', async (name, value, problem) => {
    const server = await configured({ modifyPlan: ({ set }) => set(name as never, value as never) });

    const response = server.planResourceChange({ ...creation, ...resource, proposed });

    expect(response.planned).toEqual(proposed);
    expect(response.diagnostics).toMatchObject([
      {
        severity: 'error',
        detail: expect.stringContaining(`The plan of demo_thing sets ${problem}.`),
      },
    ]);
  });
});

describe('validateResourceConfig', () => {
  it('reports every problem at once, each with its path', () => {
    const server = serve({ validate: ({ diagnostics }) => diagnostics.error('Whole', 'As a whole.') });

    const { diagnostics } = server.validateResourceConfig({
      typeName: 'demo_thing',
      config: { name: 'bad', secret_wo: 'hush', id: null },
      writeOnlyAttributesAllowed: false,
    });

    expect(diagnostics.map(({ summary, path: at }) => [summary, at])).toEqual([
      ['Bad', path('name')],
      ['Write-only attribute not supported', path('secret_wo')],
      ['Whole', undefined],
    ]);
    expect(JSON.stringify(diagnostics)).not.toContain('hush');
  });

  it('refuses write-only values at every depth, without the keys of secret maps', () => {
    const secret = { password: string({ ...optional, writeOnly: true }) };
    const options = { ...optional, attributes: secret } as const;
    const schema = schemaOf({
      one: singleNested(options),
      many: listNested(options),
      named: mapNested(options),
      hidden: mapNested({ ...options, sensitive: true }),
    });
    const one = { password: 'hush' };
    const config = { one, many: [{ password: null }, one], named: { a: one, b: UNKNOWN }, hidden: { canary: one } };

    const { diagnostics } = validateConfig({ schema }, config, { writeOnlyAttributesAllowed: false });

    expect(diagnostics.map(({ path: at = [] }) => formatPath(at))).toEqual([
      'one.password',
      'many[1].password',
      'named["a"].password',
      'hidden',
    ]);
    expect(JSON.stringify(diagnostics)).not.toMatch(/hush|canary/);
    expect(validateConfig({ schema }, config).diagnostics).toEqual([]);
  });
});

describe('upgradeResourceState', () => {
  const upgrade = (version: bigint, json: string | undefined) =>
    serve().upgradeResourceState({ typeName: 'demo_thing', version, json });

  it('upgrades an older state to the current version', () => {
    expect(upgrade(0n, '{"title":"a","id":"1"}').state).toEqual({ name: 'a', secret_wo: null, id: '1' });
  });

  it.each([
    ['that is no JSON', '{"name":canary}'],
    ['with a value of another type', '{"name":["canary"]}'],
  ])('refuses a state %s, and says what to do', (_name, json) => {
    const { state, diagnostics } = upgrade(1n, json);

    expect({ state, diagnostics }).toMatchObject({
      state: undefined,
      diagnostics: [{ summary: 'State not readable' }],
    });
    expect(diagnostics[0]?.detail).toMatch(/demo_thing.*terraform state rm/);
    expect(diagnostics[0]?.detail).not.toContain('canary');
  });
});

describe('the plan of a destroy', () => {
  const prior = { name: 'x', secret_wo: null, id: '1' };
  const request = { typeName: 'demo_thing', prior, proposed: null, config: null, private: NO_BYTES };

  it('calls the resource, which may warn', async () => {
    const server = await configured({
      planDestroy: ({ state, diagnostics }) => diagnostics.warn('Mind', `${state.id} stays.`),
    });

    const { planned, diagnostics } = server.planResourceChange(request);

    expect(planned).toBeNull();
    expect(diagnostics).toMatchObject([{ severity: 'warning', detail: '1 stays.' }]);
  });
});

it('F1: a plan uses neither clock, randomness nor requests, and is the same each time', async () => {
  const asked: string[] = [];
  const environment = {
    env: {},
    now: () => asked.push('the time'),
    random: () => asked.push('a number'),
    sleep: async () => void asked.push('to wait'),
    log: () => undefined,
  };
  const server = await configured({}, { calls: [] }, environment);
  const config = { ...NOTHING, name: 'a' };
  const plan = () => server.planResourceChange({ ...creation, proposed: config, config });
  asked.length = 0;

  const [one, other] = [plan(), plan()];

  expect(one.planned).toEqual({ ...config, id: UNKNOWN });
  expect(other).toEqual(one);
  expect(asked).toEqual([]);
});

it('F3: blocks are validated before the provider is configured', () => {
  const server = serve();
  const request = { typeName: 'demo_thing', config: { ...NOTHING, name: 'bad' }, writeOnlyAttributesAllowed: true };

  expect(server.validateResourceConfig(request).diagnostics).toMatchObject([{ summary: 'Bad' }]);
  expect(server.validateProviderConfig({ config: { url: null } }).diagnostics).toEqual([]);
});

it('F7: an action is validated again when it is planned and invoked', async () => {
  const asked: string[] = [];
  const server = await configured({}, undefined, undefined, async ({ config }) => {
    asked.push('invoke');
    return config;
  });
  const request = { typeName: 'demo_act', config: { name: null } };

  const planned = server.planAction(request);
  const events: unknown[] = [];
  for await (const event of server.invokeAction(request, new AbortController().signal)) events.push(event);

  const missing = [{ severity: 'error', summary: 'Missing required argument' }];
  expect(planned.diagnostics).toMatchObject(missing);
  expect(events).toMatchObject([{ completed: missing }]);
  expect(asked).toEqual([]);
});

it('an action completes although its last message is none, as code without types may send it', async () => {
  const server = await configured({}, undefined, undefined, async (request) => {
    const { progress } = request as unknown as { readonly progress: (message: unknown) => void };
    progress('first');
    progress(undefined);
    return {};
  });

  const events: unknown[] = [];
  const request = { typeName: 'demo_act', config: { name: 'x' } };
  for await (const event of server.invokeAction(request, new AbortController().signal)) events.push(event);

  expect(events).toEqual([{ progress: 'first' }, { progress: '' }, { completed: [] }]);
});
