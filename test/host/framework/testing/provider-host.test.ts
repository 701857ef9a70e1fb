import assert from 'node:assert/strict';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  defineEphemeralResource,
  defineProvider,
  defineResource,
  int64,
  listNested,
  map,
  type Path,
  path,
  requiresReplaceIf,
  set,
  string,
  UNKNOWN,
} from '../../../../framework';
import { fillFromState } from '../../../../framework/schema/model';
import { ContractError, type HostOptions, ProviderHost } from '../../../../framework/testing';
import { computed, required, schemaOf } from '../../../unit/framework/definitions';

const optional = { optional: true, description: '' } as const;
const attributes = {
  name: string(required),
  size: int64(optional),
  zones: set({ ...optional, elementType: 'string' }),
  disks: listNested({ ...optional, attributes: { path: string(optional) } }),
  password: string({ ...optional, sensitive: true }),
  id: string(computed),
};

/** A host of a provider whose `demo_thing` has these handlers, and an identity if that is given. */
const start = (handlers: object = {}, identity?: 'id', settings = {}, options: HostOptions = {}) =>
  ProviderHost.start(
    defineProvider({
      typeName: 'demo',
      source: 'example/demo',
      schema: schemaOf({ url: string(optional), tries: int64(optional) }),
      resources: [
        defineResource({
          typeName: 'thing',
          ...(identity && { identity }),
          schema: { description: '', attributes },
          create: async ({ plan }) => ({ ...plan, id: '1' }),
          read: async ({ state }) => state,
          update: async ({ plan, state }) => fillFromState(plan, state),
          delete: async () => undefined,
          ...handlers,
        }),
      ],
      dataSources: [],
    }),
    { settings, ...options },
  );

const returning = (change: object) => ({
  create: async ({ plan }: { plan: object }) => ({ ...plan, id: '1', ...change }),
});

it('cancels every kind of call, an import and a refresh too', async () => {
  const aborted: boolean[] = [];
  const note = async ({ signal, state = { id: '1' } }: { signal: AbortSignal; state?: object }) => {
    aborted.push(signal.aborted);
    return state;
  };
  const host = await start({ importState: note, read: note });

  host.cancel();
  await host.import('demo_thing', '1');

  expect(aborted).toEqual([true, true]);
});

it('a signal for an apply also cancels the destroy of a replacement', async () => {
  const aborted: boolean[] = [];
  const remove = async ({ signal }: { signal: AbortSignal }) => void aborted.push(signal.aborted);
  const modifyPlan = ({ requiresReplace }: { requiresReplace: (at: Path) => void }) => requiresReplace(path('name'));
  const host = await start({ modifyPlan, delete: remove });
  const { kept } = await host.apply('demo_thing', { name: 'a' });

  await host.apply('demo_thing', { name: 'b' }, kept, { cancelled: AbortSignal.abort() });

  expect(aborted).toEqual([true]);
});

it.each<[wrong: object, words: string]>([
  [{ nmae: 'a' }, 'Unsupported argument: An argument named "nmae" is not expected here.'],
  [{ disks: [{ pth: '/' }] }, 'Unsupported argument: An argument named "pth" is not expected here.'],
  [{ id: '1' }, `Can't configure a value for "id"`],
  [{ name: 5 }, 'Incorrect attribute value type: name: a string is required'],
  [{ size: '5' }, 'Incorrect attribute value type: size: a number is required'],
  [{ disks: [{ path: 5 }] }, 'Incorrect attribute value type: disks[0].path: a string is required'],
])('a configuration that Terraform refuses is refused in its words: %j', async (wrong, words) => {
  const host = await start();

  await expect(host.apply('demo_thing', { name: 'a', ...wrong } as never)).rejects.toThrow(words);
});

it.each<[wrong: object, words: string]>([
  [{ ulr: 'a' }, 'Unsupported argument: An argument named "ulr" is not expected here.'],
  [{ tries: true }, 'Incorrect attribute value type: tries: a number is required'],
])('so are the settings of the provider: %j', async (settings, words) => {
  await expect(start({}, undefined, settings)).rejects.toThrow(words);
});

it('a result that differs from its plan breaks the contract', async () => {
  const applied = (await start(returning({ name: 'b' }))).apply('demo_thing', { name: 'a' });

  await expect(applied).rejects.toThrow(
    new ContractError(
      'Provider produced inconsistent result after apply of demo_thing: the result.name: was one value, but now another',
    ),
  );
});

it('a plan of another type, or without the identity of what exists, breaks the contract', async () => {
  const set = (name: string, value: unknown) => (request: { set: (name: string, value: unknown) => void }) =>
    request.set(name, value);
  const typed = await start({ modifyPlan: set('id', 5) });
  const unconfigured = await start({ modifyPlan: set('size', 5n) });

  expect((await typed.plan('demo_thing', { name: 'a' })).diagnostics).toMatchObject([
    { severity: 'error', summary: 'Result does not fit the schema', path: [{ attribute: 'id' }] },
  ]);
  await expect(unconfigured.plan('demo_thing', { name: 'a' })).rejects.toThrow(
    'Provider produced invalid plan for demo_thing: size is planned though it is not configured and not computed',
  );
});

it('a plan that is another one each time breaks the contract', async () => {
  let count = 0;
  const host = await start({
    modifyPlan: (request: { set: (name: string, value: unknown) => void }) => request.set('id', String(count++)),
  });

  await expect(host.plan('demo_thing', { name: 'a' })).rejects.toThrow(
    'Provider produced inconsistent final plan for demo_thing: the final plan.id: was one value, but now another',
  );
});

it('process.exit in a handler is an error of it, and ends no test; elsewhere it exits', async () => {
  const codes: unknown[] = [];
  const { exit } = process;
  onTestFinished(() => {
    process.exit = exit;
  });
  process.exit = ((code: unknown) => codes.push(code)) as never;
  const leave = async () => process.exit(0);
  const host = await start({ create: leave }, 'id');

  const { diagnostics } = await host.apply('demo_thing', { name: 'a' });
  process.exit(3);

  expect(diagnostics).toMatchObject([{ detail: expect.stringContaining('called process.exit(0)') }]);
  expect(codes).toEqual([3]);
});

describe('a provider that leaves work to the framework', () => {
  const told: unknown[] = [];
  const session = defineEphemeralResource({
    typeName: 'session',
    schema: schemaOf({ token: string(computed) }),
    open: async () => ({ token: 'x' }),
  });
  const label = defineResource({
    typeName: 'label',
    schema: schemaOf({
      text: string({ ...optional, planModifiers: [requiresReplaceIf(({ config }) => config === 'other')] }),
      id: string(computed),
    }),
    create: async ({ plan }) => ({ ...plan, id: `of ${plan.text}` }),
    read: async ({ state }) => state,
    delete: async () => undefined,
  });
  const startWith = (settings: Record<string, string>, variables: Record<string, string>, environmentPrefix?: string) =>
    ProviderHost.start(
      defineProvider({
        typeName: 'demo',
        source: 'example/demo',
        ...(environmentPrefix && { environmentPrefix }),
        schema: schemaOf({ url: string(optional), tries: int64(optional) }),
        resources: [label],
        ephemeralResources: [session],
        configure: async ({ config, settings: all }) => {
          told.push([config.url, all.url, all.tries]);
          return { connection: undefined, close: async () => void told.push('closed') };
        },
      }),
      { settings, variables },
    );

  it('its settings are those of the configuration, and else of the environment', async () => {
    await startWith({}, { DEMO_URL: 'a', DEMO_TRIES: '3' }, 'DEMO_');
    await startWith({ url: 'b' }, { DEMO_URL: 'a' }, 'DEMO_');
    await startWith({}, { DEMO_URL: 'a', URL: 'a' });

    expect(told.splice(0)).toEqual([
      [null, 'a', 3n],
      ['b', 'b', null],
      [null, null, null],
    ]);
    await expect(startWith({}, { DEMO_TRIES: 'x' }, 'DEMO_')).rejects.toThrow('Invalid DEMO_TRIES');
    expect(told).toEqual([]); // and configure went no further
  });

  it('without an update what it computes stays until the object is replaced', async () => {
    const host = await startWith({}, {});
    const { kept } = await host.apply('demo_label', { text: 'a' });

    const changed = await host.apply('demo_label', { text: 'b' }, kept);
    const replaced = await host.apply('demo_label', { text: 'other' }, changed.kept);

    expect([changed.action, changed.planned.id, changed.kept?.state]).toEqual([
      'update',
      'of a',
      { text: 'b', id: 'of a' },
    ]);
    expect([replaced.action, replaced.planned.id, replaced.kept?.state.id]).toEqual(['replace', UNKNOWN, 'of other']);
  });

  it('what nothing has to delete is closed without a handler', async () => {
    const host = await startWith({}, {});
    const opened = await host.open('demo_session', {});

    const { diagnostics } = await host.close('demo_session', opened.private);

    expect([opened.result, diagnostics]).toEqual([{ token: 'x' }, []]);
  });
});

const tags = map({ ...optional, elementType: 'string' });
const withTags = { schema: schemaOf({ ...attributes, tags }) };

it('states are plain objects for tests, and inherit nothing in handlers', async () => {
  const inherited: unknown[] = [];
  const note = async ({ state }: { readonly state: { readonly disks: readonly object[]; readonly tags: object } }) => {
    inherited.push(...[state, state.disks[0], state.tags].map((one) => 'constructor' in (one as object)));
    return state;
  };
  const host = await start({ ...withTags, read: note, update: note, delete: note });
  const config = { name: 'a', disks: [{ path: '/' }], tags: JSON.parse('{"__proto__":"x"}') };
  const state = { ...config, size: null, zones: null, password: null, id: '1' };

  const { kept, planned } = await host.apply('demo_thing', config);
  const read = await host.refresh('demo_thing', kept as never);
  await host.apply('demo_thing', { ...config, size: 1n }, read.kept).catch(() => undefined);
  await host.destroy('demo_thing', kept as never);

  assert.deepEqual(kept?.state, state);
  assert.deepEqual(read.kept?.state, state);
  assert.deepEqual(planned, { ...state, id: UNKNOWN });
  expect(inherited).toEqual(Array(12).fill(false));
});

it('what is configured or returned twice is once in a set, as for Terraform', async () => {
  const seen: unknown[] = [];
  const create = async ({ plan }: { readonly plan: { readonly zones: readonly string[] } }) => {
    seen.push(plan.zones);
    return { ...plan, zones: ['b', 'a', 'b'], id: '1' };
  };
  const host = await start({ create });

  const { kept, planned } = await host.apply('demo_thing', { name: 'a', zones: ['b', 'a', 'b'] });

  expect([...seen, planned.zones, kept?.state.zones]).toEqual(Array(3).fill(['b', 'a']));
});
