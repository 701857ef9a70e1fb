import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { DiagnosticError } from '../../../provider/framework/diagnostic';
import { formatPath, path } from '../../../provider/framework/path';
import type { Environment, Provider } from '../../../provider/framework/provider';
import { type CreateRequest, defineResource, type Resource } from '../../../provider/framework/resource';
import { type Model, type Schema, string } from '../../../provider/framework/schema';
import { createProviderServer, type ProviderServer } from '../../../provider/framework/server/provider-server';
import { UNKNOWN, type Value } from '../../../provider/framework/value';
import { encode } from '../../../provider/protocol/value/encode';

interface Service {
  readonly calls: string[];
}

const schema = {
  version: 1,
  description: '',
  attributes: {
    name: string({
      required: true,
      description: '',
      validators: [(value, at, diagnostics) => value === 'bad' && diagnostics.error('Bad', 'It is bad.', at)],
    }),
    secret_wo: string({ optional: true, writeOnly: true, description: '' }),
    id: string({ computed: true, description: '' }),
  },
} satisfies Schema;

const named = { description: '', attributes: { name: string({ required: true, description: '' }) } };

type Thing = Model<(typeof schema)['attributes']>;
const NOTHING = { name: null, secret_wo: null, id: null };
const NO_BYTES = new Uint8Array();

const environment: Environment = {
  env: {},
  now: () => 42,
  random: () => 0,
  sleep: async () => undefined,
  log: () => undefined,
};

/** A server with one resource type, `demo_thing`, whose handlers can be replaced. */
function serve(handlers: Partial<Omit<Resource<Thing, Service>, 'schema'>> = {}, service: Service = { calls: [] }) {
  const thing = defineResource<Service>()({
    typeName: 'thing',
    schema,
    create: async ({ plan }) => ({ ...plan, id: '1' }),
    read: async ({ state }) => state,
    update: async ({ plan }) => plan,
    delete: async () => undefined,
    importState: async ({ id }) => ({ id }),
    stateUpgraders: { 0: ({ title, ...rest }) => ({ ...rest, name: title ?? null }) },
    ...handlers,
  });
  const provider: Provider<Service> = {
    typeName: 'demo',
    schema: { description: '', attributes: { url: string({ optional: true, description: '' }) } },
    resources: [thing],
    dataSources: [{ typeName: 'thing', schema: named, read: async ({ config }) => config }],
    ephemeralResources: [
      { typeName: 'thing', schema: named, open: async ({ config }) => config, close: async () => undefined },
    ],
    actions: [{ typeName: 'act', schema: named, invoke: async () => undefined }],
    configure: async ({ config }) =>
      config.url === UNKNOWN
        ? { kind: 'unknown', paths: [path('url')] }
        : { kind: 'ready', connection: service, close: async () => void service.calls.push('close') },
    describeError: (error, action) => ({ severity: 'error', summary: `Cannot ${action}`, detail: String(error) }),
  };
  return createProviderServer(provider, environment);
}

async function configured(...args: Parameters<typeof serve>): Promise<ProviderServer> {
  const server = serve(...args);
  await server.configureProvider({ config: { url: null }, terraformVersion: '1.11.4' });
  return server;
}

const creation = { typeName: 'demo_thing', prior: null, private: NO_BYTES };

describe('applyResourceChange', () => {
  it.each<[what: string, returned: unknown, kept: object, place: string]>([
    ['half a character', { name: 'x', secret_wo: null, id: '1\ud83d' }, { name: 'x', id: '1\ufffd' }, 'id'],
    ['a missing attribute', { name: 'x', secret_wo: null }, { name: 'x', id: '1' }, 'id'],
    ['a missing attribute and one too many', { name: 'x', id: '2', more: 1 }, { name: 'x', id: '2' }, 'secret_wo'],
    ['a number for a text', { name: 5, secret_wo: null, id: '2' }, { name: 'saved', id: '2' }, 'name'],
    ['something unknown', { name: UNKNOWN, secret_wo: null, id: '2' }, { name: 'saved', id: '2' }, 'name'],
    ['nothing at all', undefined, { name: 'saved', id: '1' }, ''],
  ])('P34: keeps what create has saved when it returns %s', async (_what, returned, kept, place) => {
    const server = await configured({
      create: async ({ save }) => {
        save({ name: 'saved', secret_wo: null, id: '1' });
        return returned as Thing;
      },
    });

    const answer = await server.applyResourceChange({ ...creation, planned: NOTHING, config: NOTHING });

    expect(answer.state).toEqual({ secret_wo: null, ...kept });
    expect(() => encode(answer.state, server.resourceType('demo_thing'))).not.toThrow();
    expect(answer.diagnostics.map(({ path: at = [] }) => formatPath(at))).toContain(place);
  });

  it('P34: keeps the state of before, and what was saved over it, when update returns what does not fit', async () => {
    const prior = { name: 'before', secret_wo: null, id: '1' };
    const server = await configured({ update: async ({ plan }) => ({ name: plan.name, secret_wo: 'x' }) as Thing });

    const { state, diagnostics } = await server.applyResourceChange({
      typeName: 'demo_thing',
      prior,
      planned: { ...prior, name: 'after' },
      config: { ...NOTHING, name: 'after' },
      private: NO_BYTES,
    });

    expect(state).toEqual({ ...prior, name: 'after' });
    expect(diagnostics).toMatchObject([{ severity: 'error', path: path('id') }]);
  });

  it.each(['create', 'update', 'delete'] as const)(
    'P34: a private state that cannot be written loses nothing in %s',
    async (verb) => {
      const prior = { name: 'x', secret_wo: null, id: '1' };
      const remember = ({ privateState }: { privateState: { set(key: string, value: unknown): void } }) =>
        privateState.set('n', 1n);
      const server = await configured({
        create: async (request) => {
          remember(request);
          return prior;
        },
        update: async (request) => {
          remember(request);
          return request.plan;
        },
        delete: async (request) => {
          remember(request);
          throw new Error('it is in use');
        },
      });
      const bytes = new TextEncoder().encode('{"a":1}');

      const answer = await server.applyResourceChange({
        typeName: 'demo_thing',
        prior: verb === 'create' ? null : prior,
        planned: verb === 'delete' ? null : { ...prior, name: 'y' },
        config: NOTHING,
        private: bytes,
      });

      expect(answer.state).toMatchObject({ id: '1' });
      expect(answer.private).toEqual(bytes);
      expect(answer.diagnostics.length).toBeGreaterThan(0);
    },
  );

  it('P34: keeps what was saved when even the words for an error fail', async () => {
    const server = await configured({
      create: async ({ save }) => {
        save({ name: 'saved', secret_wo: null, id: '1' });
        throw {
          toString: () => {
            throw new TypeError('no words');
          },
        };
      },
    });

    const answer = await server.applyResourceChange({ ...creation, planned: NOTHING, config: NOTHING });

    expect(answer.state).toMatchObject({ id: '1' });
    expect(answer.diagnostics).toMatchObject([{ summary: 'Unexpected error in the provider' }]);
  });

  it('hands the configuration to create, and keeps write-only values out of the state', async () => {
    let seen: CreateRequest<Thing, Service> | undefined;
    const server = await configured({
      create: async (request) => {
        seen = request;
        return { ...request.config, id: '1' };
      },
    });

    const { state, diagnostics } = await server.applyResourceChange({
      ...creation,
      planned: { name: 'a', secret_wo: null, id: UNKNOWN },
      config: { name: 'a', secret_wo: 'hush', id: null },
    });

    expect(seen?.config.secret_wo).toBe('hush');
    expect(seen?.plan).toEqual({ name: 'a', secret_wo: null, id: null });
    expect(state).toEqual({ name: 'a', secret_wo: null, id: '1' });
    expect(diagnostics).toEqual([]);
  });

  it('keeps what was saved before a failure', async () => {
    const server = await configured({
      create: async ({ plan, save, privateState }) => {
        privateState.set('made', true);
        save({ ...plan, id: '7' });
        throw new DiagnosticError('Broken', 'It broke.', path('name'));
      },
    });

    const answer = await server.applyResourceChange({
      ...creation,
      planned: { ...NOTHING, name: 'a', id: UNKNOWN },
      config: { ...NOTHING, name: 'a' },
    });

    expect(answer.state).toEqual({ name: 'a', secret_wo: null, id: '7' });
    expect(new TextDecoder().decode(answer.private)).toBe('{"made":true}');
    expect(answer.diagnostics).toEqual([
      { severity: 'error', summary: 'Broken', detail: 'It broke.', path: path('name') },
    ]);
  });

  it('answers nothing when a create failed before anything was made', async () => {
    const server = await configured({ create: () => Promise.reject(new Error('no')) });

    const answer = await server.applyResourceChange({
      ...creation,
      planned: { ...NOTHING, name: 'a' },
      config: { ...NOTHING, name: 'a' },
    });

    expect(answer.state).toBeNull();
    expect(answer.diagnostics).toMatchObject([{ summary: 'Cannot create demo_thing' }]);
  });

  it('keeps the prior state when an update or a delete fails', async () => {
    const fail = () => Promise.reject(new Error('no'));
    const server = await configured({ update: fail, delete: fail });
    const prior = { ...NOTHING, name: 'a', id: '1' };
    const privateBytes = new TextEncoder().encode('{"k":1}');

    const updated = await server.applyResourceChange({
      ...creation,
      prior,
      planned: { ...prior, name: 'b' },
      config: { ...NOTHING, name: 'b' },
      private: privateBytes,
    });
    const deleted = await server.applyResourceChange({
      ...creation,
      prior,
      planned: null,
      config: null,
      private: privateBytes,
    });

    expect(updated.state).toEqual(prior);
    expect(deleted.state).toEqual(prior);
    expect(deleted.private).toEqual(privateBytes);
  });

  it('answers null after a delete', async () => {
    const server = await configured();

    const answer = await server.applyResourceChange({
      ...creation,
      prior: { ...NOTHING, name: 'a', id: '1' },
      planned: null,
      config: null,
    });

    expect(answer).toEqual({ state: null, private: NO_BYTES, diagnostics: [] });
  });
});

describe('a provider configuration that is not known (P18)', () => {
  const unknownUrl = async () => {
    const server = serve({ read: () => Promise.reject(new Error('read was called')) });
    return { server, ...(await server.configureProvider({ config: { url: UNKNOWN }, terraformVersion: '1.11.4' })) };
  };

  it('P18: is a warning with its path while planning', async () => {
    const { diagnostics } = await unknownUrl();

    expect(diagnostics).toMatchObject([{ severity: 'warning', path: path('url') }]);
  });

  it('P18: leaves states as they are', async () => {
    const { server } = await unknownUrl();
    const state = { ...NOTHING, name: 'a', id: '1' };

    const answer = await server.readResource({ typeName: 'demo_thing', state, private: NO_BYTES });

    expect(answer).toEqual({ state, private: NO_BYTES, identity: undefined, diagnostics: [] });
  });

  it('P18: is an error with its path when something has to be applied or imported', async () => {
    const { server } = await unknownUrl();

    const applied = await server.applyResourceChange({ ...creation, planned: NOTHING, config: NOTHING });
    const imported = await server.importResourceState({ typeName: 'demo_thing', id: '1', identity: null });

    expect(applied.state).toBeNull();
    for (const { diagnostics } of [applied, imported]) {
      expect(diagnostics).toMatchObject([
        { severity: 'error', summary: 'Provider configuration not known', path: path('url') },
      ]);
    }
  });

  it('P18: closes the client of an earlier configuration', async () => {
    const service: Service = { calls: [] };
    const server = await configured({}, service);

    await server.configureProvider({ config: { url: null }, terraformVersion: '1.11.4' });

    expect(service.calls).toEqual(['close']);
  });
});

describe('readResource', () => {
  it('answers null for what is gone', async () => {
    const server = await configured({ read: async () => undefined });

    const answer = await server.readResource({
      typeName: 'demo_thing',
      state: { ...NOTHING, id: '1' },
      private: NO_BYTES,
    });

    expect(answer.state).toBeNull();
  });

  it('keeps state and private state when reading fails', async () => {
    const server = await configured({ read: () => Promise.reject(new Error('no')) });
    const request = { typeName: 'demo_thing', state: { ...NOTHING, id: '1' }, private: new Uint8Array([123, 125]) };

    const answer = await server.readResource(request);

    expect(answer).toMatchObject({
      state: request.state,
      private: request.private,
      diagnostics: [{ severity: 'error' }],
    });
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

  it('leaves unknown values alone', () => {
    const { diagnostics } = serve().validateResourceConfig({
      typeName: 'demo_thing',
      config: { name: UNKNOWN, secret_wo: UNKNOWN, id: null },
      writeOnlyAttributesAllowed: true,
    });

    expect(diagnostics).toEqual([]);
  });
});

describe('upgradeResourceState', () => {
  const upgrade = (version: bigint, json: string | undefined) =>
    serve().upgradeResourceState({ typeName: 'demo_thing', version, json });

  it('reads a state of the current version', () => {
    expect(upgrade(1n, '{"name":"a","id":"1"}')).toEqual({
      state: { name: 'a', secret_wo: null, id: '1' },
      diagnostics: [],
    });
  });

  it('brings an older state to the current version', () => {
    expect(upgrade(0n, '{"title":"a","id":"1"}').state).toEqual({ name: 'a', secret_wo: null, id: '1' });
  });

  it.each([
    ['from before Terraform 0.12', 1n, undefined, 'State too old'],
    ['that is cut off', 1n, '{"name":', 'State not readable'],
    ['that is no JSON', 1n, '{"name":canary}', 'State not readable'],
    ['that is no object', 1n, '[]', 'State not readable'],
    ['with a value of another type', 1n, '{"name":["canary"]}', 'State not readable'],
  ])('refuses a state %s, and says what to do', (_name, version, json, summary) => {
    const { state, diagnostics } = upgrade(version, json);

    expect({ state, diagnostics }).toMatchObject({ state: undefined, diagnostics: [{ severity: 'error', summary }] });
    expect(diagnostics[0]?.detail).toMatch(/demo_thing.*terraform state rm/);
    expect(diagnostics[0]?.detail).not.toContain('canary');
  });
});

describe('stop', () => {
  it('cancels what is running and nothing later', async () => {
    const { server, read, signals, release } = await reading();
    const running = read();

    server.stop();
    release();
    await running;
    await read();

    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    expect(signals[0]?.reason).toMatchObject({ summary: 'Interrupted' });
  });

  it('is not the only way to cancel: whoever made a call cancels that one alone', async () => {
    const { read, signals, release } = await reading();
    const { signal, abort } = cancellation();
    const calls = [read(signal), read()];

    abort('gone');
    release();
    await Promise.all(calls);

    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    expect(signals[0]?.reason).toBe('gone');
  });

  it('leaves no listener behind on the signal of a call', async () => {
    const { read, release } = await reading();
    const { signal } = cancellation();
    release();

    for (let i = 0; i < 3; i++) await read(signal);

    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

describe('fail', () => {
  const failure = new DiagnosticError('Broken', 'Something broke.');

  it('ends a read whose handler never would, with what was known, and nothing later', async () => {
    const { server, read, release } = await reading();
    const hanging = read();

    server.fail(failure);

    expect(await hanging).toMatchObject({
      state: { id: '1' },
      diagnostics: [{ severity: 'error', summary: 'Broken' }],
    });
    release();
    expect((await read()).diagnostics).toEqual([]);
  });

  it('P34: ends an apply whose handler never would, with what it has saved', async () => {
    const saved = Promise.withResolvers<void>();
    const server = await configured({
      create: async ({ plan, save }) => {
        save({ ...plan, id: 'made' });
        saved.resolve();
        return new Promise<never>(() => {});
      },
    });
    const planned = { ...NOTHING, name: 'a' };
    const hanging = server.applyResourceChange({ ...creation, planned, config: planned });
    await saved.promise;

    server.fail(failure);

    expect(await hanging).toMatchObject({ state: { id: 'made' }, diagnostics: [{ summary: 'Broken' }] });
  });

  it('P34: lets an apply say what it has made meanwhile, and says why it was cancelled', async () => {
    const started = Promise.withResolvers<void>();
    const server = await configured(
      {
        create: async ({ plan, save, signal }) => {
          started.resolve();
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
          save({ ...plan, id: 'late' });
          throw new Error('cancelled');
        },
      },
      undefined,
    );
    const planned = { ...NOTHING, name: 'a' };
    const applying = server.applyResourceChange({ ...creation, planned, config: planned });
    await started.promise;

    server.fail(failure);

    const { state, diagnostics } = await applying;
    expect(state).toMatchObject({ id: 'late' });
    expect(diagnostics.map(({ summary }) => summary)).toEqual(['Broken', 'Cannot create demo_thing']);
  });
});

/** A server whose reads go on until they are released, and the signals that they were given. */
async function reading() {
  const signals: AbortSignal[] = [];
  const released = Promise.withResolvers<void>();
  const server = await configured({
    read: async ({ state, signal }) => {
      signals.push(signal);
      await released.promise;
      return state;
    },
  });
  const read = (cancelled?: AbortSignal) =>
    server.readResource({ typeName: 'demo_thing', state: { ...NOTHING, id: '1' }, private: NO_BYTES }, cancelled);
  return { server, read, signals, release: () => released.resolve() };
}

function cancellation() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: (reason: unknown) => controller.abort(reason) };
}

it('refuses a resource type that it does not have', () => {
  expect(() => serve().resourceType('demo_other')).toThrow(RangeError);
});

describe('with a configuration that is not known', () => {
  const CONFIG = { name: 'x', secret_wo: null, id: null };
  const state = { name: 'x', secret_wo: null, id: '1' };

  async function unknown(deferralAllowed: boolean, url: Value = UNKNOWN): Promise<ProviderServer> {
    const server = serve();
    await server.configureProvider({ config: { url }, terraformVersion: '1.14.0', deferralAllowed });
    return server;
  }

  /** What Terraform may defer, by name. */
  const asked: Readonly<Record<string, (server: ProviderServer) => unknown>> = {
    read: (server) => server.readResource({ typeName: 'demo_thing', state, private: NO_BYTES }),
    'plan to create': (server) => server.planResourceChange({ ...creation, proposed: CONFIG, config: CONFIG }),
    'plan to destroy': (server) =>
      server.planResourceChange({ ...creation, prior: state, proposed: null, config: null }),
    import: (server) => server.importResourceState({ typeName: 'demo_thing', id: '1', identity: null }),
    'read data source': (server) => server.readDataSource({ typeName: 'demo_thing', config: { name: 'x' } }),
    'open ephemeral': (server) => server.openEphemeralResource({ typeName: 'demo_thing', config: { name: 'x' } }),
    'plan action': (server) => server.planAction({ typeName: 'demo_act', config: { name: 'x' } }),
  };

  it.each(Object.keys(asked))('P18: %s is deferred where Terraform can defer', async (name) => {
    const response = await asked[name]?.(await unknown(true));

    expect(response).toMatchObject({ deferred: true, diagnostics: [] });
  });

  it.each(Object.keys(asked))('P18: %s is not deferred where Terraform cannot, or where all is known', async (name) => {
    for (const server of [await unknown(false), await unknown(true, null)]) {
      expect(await asked[name]?.(server)).not.toHaveProperty('deferred', true);
    }
  });

  it('P18: says what is not known where nothing can be deferred, and nothing where it can', async () => {
    const warned = async (deferralAllowed: boolean) =>
      (await serve().configureProvider({ config: { url: UNKNOWN }, terraformVersion: '1.14.0', deferralAllowed }))
        .diagnostics;

    expect(await warned(true)).toEqual([]);
    expect(await warned(false)).toMatchObject([{ severity: 'warning' }]);
  });

  it('P18: an apply is never deferred', async () => {
    const server = await unknown(true);

    const { diagnostics } = await server.applyResourceChange({ ...creation, planned: state, config: CONFIG });

    expect(diagnostics).toMatchObject([{ severity: 'error', summary: 'Provider configuration not known' }]);
  });
});

describe('the plan of a destroy', () => {
  const prior = { name: 'x', secret_wo: null, id: '1' };
  const request = { typeName: 'demo_thing', prior, proposed: null, config: null, private: NO_BYTES };

  it('asks the resource, which may warn', async () => {
    const server = await configured({
      planDestroy: ({ state, diagnostics }) => diagnostics.warn('Mind', `${state.id} stays.`),
    });

    const { planned, diagnostics } = server.planResourceChange(request);

    expect(planned).toBeNull();
    expect(diagnostics).toMatchObject([{ severity: 'warning', detail: '1 stays.' }]);
  });

  it('is an error when the resource refuses', async () => {
    const server = await configured({
      planDestroy: () => {
        throw new DiagnosticError('Refused', 'It is in use.');
      },
    });

    expect(server.planResourceChange(request).diagnostics).toMatchObject([{ severity: 'error', summary: 'Refused' }]);
  });
});
