import { expect, it, vi } from 'vitest';
import {
  DiagnosticError,
  defineProvider,
  FunctionError,
  type Provider,
  path,
  string,
  type Type,
} from '../../../../framework';
import { createProviderServer, type ProviderServer } from '../../../../framework/server/provider-server';
import { Dynamic, UNKNOWN, type Value } from '../../../../framework/values/value';
import { DEMO, optional, schemaOf } from '../../../unit/framework/definitions';
import { BROKEN, configured, creation, ENVIRONMENT, NO_BYTES, NOTHING } from '../demo-server';

const fail = () => {
  throw new Error('Nobody expected this.');
};
const state = { ...NOTHING, name: 'x', id: '1' };
const planned = { ...NOTHING, name: 'x' };
const named = { typeName: 'demo_thing', config: { name: BROKEN } };

/** Every operation whose handler may throw, by the action that the error names. */
const OPERATIONS: Readonly<Record<string, (server: ProviderServer) => unknown>> = {
  'plan demo_thing': (server) => server.planResourceChange({ ...creation, proposed: planned, config: planned }),
  'plan to destroy demo_thing': (server) =>
    server.planResourceChange({ ...creation, prior: state, proposed: null, config: null }),
  'create demo_thing': (server) => server.applyResourceChange({ ...creation, planned, config: planned }),
  'update demo_thing': (server) =>
    server.applyResourceChange({ ...creation, prior: state, planned: state, config: state }),
  'delete demo_thing': (server) =>
    server.applyResourceChange({ ...creation, prior: state, planned: null, config: null }),
  'read demo_thing': (server) => server.readResource({ typeName: 'demo_thing', state, private: NO_BYTES }),
  'import demo_thing': (server) => server.importResourceState({ typeName: 'demo_thing', id: '1', identity: null }),
  'read data source demo_thing': (server) => server.readDataSource(named),
  'open ephemeral demo_thing': (server) => server.openEphemeralResource(named),
  'close ephemeral demo_thing': (server) =>
    server.closeEphemeralResource({ typeName: 'demo_thing', private: Buffer.from(JSON.stringify({ name: BROKEN })) }),
  'run action demo_act': async (server) => {
    const { signal } = new AbortController();
    for await (const event of server.invokeAction({ ...named, typeName: 'demo_act' }, signal)) {
      if (event.completed) return { diagnostics: event.completed };
    }
    return undefined;
  },
};

it.each(Object.entries(OPERATIONS))('what nobody expected to fail is named: %s', async (name, run) => {
  const handlers = { modifyPlan: fail, planDestroy: fail, read: fail, importState: fail };
  const server = await configured({ ...handlers, create: fail, update: fail, delete: fail });

  const response = await run(server);

  expect(response).toMatchObject({ diagnostics: [{ severity: 'error', summary: `Cannot ${name}` }] });
});

const unreachable = new Error('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:1') });
const text = 'fetch failed: connect ECONNREFUSED 127.0.0.1:1';
const describeError: Provider<unknown>['describeError'] = (_error, action) => ({
  severity: 'error',
  summary: action,
  detail: `I ${action}.`,
});

/** A server of a provider with these parts, and a function whose call throws this. */
const serve = (parts: Partial<Provider<unknown>>, thrown?: unknown) =>
  createProviderServer(
    defineProvider({
      ...DEMO,
      functions: [
        {
          ...{ name: 'slug', summary: '', description: '', parameters: [], returns: 'string' },
          call: () => {
            throw thrown;
          },
        },
      ],
      ...parts,
    } as never),
    ENVIRONMENT,
  );

it.each<[what: string, parts: Partial<Provider<unknown>>, summary: string, detail: string]>([
  ['throws', { configure: () => Promise.reject(unreachable) }, 'Cannot configure provider demo', text],
  [
    'throws what the provider has words for',
    { configure: () => Promise.reject(unreachable), describeError },
    'configure provider demo',
    'I configure provider demo.',
  ],
  [
    'throws a diagnostic',
    { configure: () => Promise.reject(new DiagnosticError('No token', 'Set it.')) },
    'No token',
    'Set it.',
  ],
  [
    'returns nothing',
    { configure: async () => undefined },
    'Cannot configure provider demo',
    'configure returned nothing',
  ],
])('a provider whose configure %s says so', async (_what, parts, summary, detail) => {
  const { diagnostics } = await serve(parts).configureProvider({ config: {}, terraformVersion: '1.14.0' });

  expect(diagnostics).toMatchObject([{ severity: 'error', summary, detail: expect.stringContaining(detail) }]);
});

it('a provider block that became known only in the apply is validated, and its errors are told, before configure is called', async () => {
  const configure = vi.fn();
  const schema = schemaOf({
    url: string({ ...optional, validators: [(_value, at, told) => told.error('Bad', 'It is bad.', at)] }),
  });

  const { diagnostics } = await serve({ schema, configure }).configureProvider({
    config: { url: 'bad' },
    terraformVersion: '1.14.0',
  });

  expect(diagnostics).toEqual([{ severity: 'error', summary: 'Bad', detail: 'It is bad.', path: path('url') }]);
  expect(configure).not.toHaveBeenCalled();
});

it('a configure that has reported errors may return nothing', async () => {
  const configure: Provider<unknown>['configure'] = async ({ diagnostics }) =>
    void diagnostics.error('No url', 'Set it.');

  const { diagnostics } = await serve({ configure: configure as never }).configureProvider({
    config: {},
    terraformVersion: '1.14.0',
  });

  expect(diagnostics).toMatchObject([{ summary: 'No url' }]);
});

it.each<[what: string, thrown: unknown, parts: Partial<Provider<unknown>>, error: object]>([
  ['an error', unreachable, {}, { text }],
  ['what the provider has words for', unreachable, { describeError }, { text: 'I call slug.' }],
  ['a diagnostic', new DiagnosticError('Bad', 'It is bad.'), {}, { text: 'It is bad.' }],
  ['an error of an argument', new FunctionError('it is bad', 0), {}, { text: 'it is bad', argument: 0 }],
  ['an error of an argument that there is not', new FunctionError('it is bad', -1), {}, { text: 'it is bad' }],
])('a function that throws %s says so', (_what, thrown, parts, error) => {
  expect(serve(parts, thrown).callFunction({ name: 'slug', arguments: ['x'] })).toEqual({ error });
});

it.each<[result: unknown, returns: Type, problem: string]>([
  [undefined, 'string', 'its result is missing'],
  [Promise.resolve('x'), 'string', 'its result is a Promise that nothing has awaited'],
  [1.5, 'int64', 'its result is not a whole number of 64 bits'],
  [{ canary: 5 }, ['map', 'string'], 'its result["…"] is not a string'],
  [{ é: 1, 'e\u0301': 2 }, ['map', 'number'], 'its result has two keys that are equal in NFC'],
  [{ '\ud800': 1 }, ['map', 'number'], 'its result has a key with an unpaired surrogate'],
  [new Dynamic(undefined as never, 'x'), 'dynamic', 'its result is a Dynamic without a type'],
])('a function that returns %s for %j is told, as on the wire', (result, returns, problem) => {
  const slug = { name: 'slug', summary: '', description: '', parameters: [], returns, call: () => result as Value };

  const { error } = serve({ functions: [slug] }).callFunction({ name: 'slug', arguments: [] });
  expect(error?.text).toContain(`slug returned what does not fit its type: ${problem}.`);
});

it.each([[UNKNOWN], [['x', null, UNKNOWN]], [null]])('a function may return %j', (result) => {
  const returns: Type = ['list', 'string'];
  const slug = { name: 'slug', summary: '', description: '', parameters: [], returns, call: () => result };

  expect(serve({ functions: [slug] }).callFunction({ name: 'slug', arguments: [] })).toEqual({ result });
});
