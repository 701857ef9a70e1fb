import { describe, expect, it } from 'vitest';
import {
  type Diagnostics,
  defineProvider,
  defineResource,
  gone,
  path,
  requiresReplace,
  stateUpgrader,
  string,
  UNKNOWN,
} from '../../../../framework';
import { ContractError, ProviderHost, skippingEnvironment } from '../../../../framework/testing';
import { computed, optional, required, schemaOf } from '../../../unit/framework/definitions';

const named = {
  description: '',
  attributes: {
    name: string({
      ...required,
      validators: [(value, at, diagnostics) => value === 'bad' && diagnostics.error('Bad', 'It is bad.', at)],
    }),
    made: string(computed),
  },
} as const;

const onlyName = { description: '', attributes: { name: named.attributes.name } };

interface Asked {
  readonly config: { readonly name: string };
  readonly diagnostics: Diagnostics;
  readonly signal: AbortSignal;
}
const whole = async ({ config, diagnostics }: Asked) => {
  if (config.name === 'warn') diagnostics.warn('Mind', 'It is slow.');
  return { ...config, made: 'm' };
};

/** A host of a provider with every kind; its parts can be replaced. */
const start = (parts: object = {}, handlers: object = {}) =>
  ProviderHost.start(
    defineProvider({
      typeName: 'demo',
      source: 'example/demo',
      schema: schemaOf({ url: string(optional) }),
      resources: [
        defineResource({
          typeName: 'thing',
          schema: schemaOf({
            name: string({ ...required, planModifiers: [requiresReplace()] }),
            note: string(optional),
            id: string(computed),
          }),
          identity: 'id',
          mutableIdentity: true,
          create: async ({ plan }: { plan: object }) => ({ ...plan, id: '1' }),
          read: async ({ state }: { state: object }) => state,
          update: async ({ plan }: { plan: object }) => plan,
          delete: async () => undefined,
          ...handlers,
        } as never),
      ],
      dataSources: [{ typeName: 'thing', schema: named, read: whole }],
      ephemeralResources: [{ typeName: 'session', schema: named, open: whole }],
      actions: [
        { typeName: 'act', schema: onlyName, invoke: async (asked: Asked) => void (await whole(asked)) },
        { typeName: 'other', schema: onlyName, invoke: async () => undefined },
      ],
      ...parts,
    } as never),
  );

it('a provider that cannot be configured is refused with its errors', async () => {
  const configure = async ({ diagnostics }: Asked) => void diagnostics.error('No url', 'Set it.');

  await expect(start({ configure })).rejects.toThrow(new Error('No url: Set it.'));
});

it('a type that there is not is refused with those that there are', async () => {
  const host = await start();
  const says = (names: string) => new Error(`The provider does not support demo_none. It has: ${names}.`);

  await expect(host.plan('demo_none', {})).rejects.toThrow(says('demo_thing'));
  await expect(host.data('demo_none', {})).rejects.toThrow(says('demo_thing'));
  await expect(host.open('demo_none', {})).rejects.toThrow(says('demo_session'));
  await expect(host.invoke('demo_none', {})).rejects.toThrow(says('demo_act, demo_other'));
  await expect(host.list('demo_none', {})).rejects.toThrow('The provider does not support demo_none.');
});

it('a state that no wire carries is refused', async () => {
  const host = await start();
  const kept = { state: { name: 5 }, private: new Uint8Array() };

  const refreshed = host.refresh('demo_thing', kept);

  await expect(refreshed).rejects.toThrow(new ContractError('The prior state: name: a string is required'));
});

it.each([
  ['data', 'demo_thing', 'state'],
  ['open', 'demo_session', 'result'],
] as const)(
  '%s is read with what it reports, and not if its configuration is not valid',
  async (method, typeName, field) => {
    const host = await start();

    expect(await host[method](typeName, { name: 'warn' })).toMatchObject({
      [field]: { name: 'warn', made: 'm' },
      diagnostics: [{ severity: 'warning', summary: 'Mind' }],
    });
    expect(await host[method](typeName, { name: 'bad' })).toMatchObject({
      [field]: null,
      diagnostics: [{ severity: 'error', summary: 'Bad' }],
    });
  },
);

it('an ephemeral resource has what is configured', async () => {
  const open = async () => ({ name: 'other', made: 'm' });
  const host = await start({ ephemeralResources: [{ typeName: 'session', schema: named, open }] });

  await expect(host.open('demo_session', { name: 'a' })).rejects.toThrow(
    new ContractError(
      'Provider produced invalid ephemeral resource instance of demo_session: name is planned neither as configured nor as it was',
    ),
  );
});

describe('a replacement', () => {
  it('is a destroy and a create, with the paths that replace', async () => {
    const calls: string[] = [];
    const host = await start(
      {},
      {
        create: async ({ plan }: { plan: { name: string } }) => {
          calls.push(`create ${plan.name}`);
          return { ...plan, id: '1' };
        },
        delete: async ({ state }: { state: { name: string } }) => void calls.push(`delete ${state.name}`),
      },
    );
    const { kept } = await host.apply('demo_thing', { name: 'a' });

    const plan = await host.plan('demo_thing', { name: 'b' }, kept);
    const replaced = await host.apply('demo_thing', { name: 'b' }, kept);

    expect([plan.action, plan.replaced, plan.planned]).toEqual([
      'replace',
      ['name'],
      { name: 'b', note: null, id: UNKNOWN },
    ]);
    expect([replaced.action, replaced.kept?.state, replaced.diagnostics]).toEqual([
      'replace',
      { name: 'b', note: null, id: '1' },
      [],
    ]);
    expect(calls).toEqual(['create a', 'delete a', 'create b']);
  });

  it.each<[what: string, remove: (host: ProviderHost, diagnostics: Diagnostics) => void, isKept: boolean]>([
    ['that fails', (_host, diagnostics) => diagnostics.error('In use', 'It is in use.'), true],
    ['in which the provider is asked to stop', (host) => host.stop(), false],
  ])('makes nothing after a destroy %s', async (_what, remove, isKept) => {
    const names: string[] = [];
    const host: ProviderHost = await start(
      {},
      {
        create: async ({ plan }: { plan: { name: string } }) => {
          names.push(plan.name);
          return { ...plan, id: '1' };
        },
        delete: async ({ diagnostics }: Asked) => remove(host, diagnostics),
      },
    );
    const { kept } = await host.apply('demo_thing', { name: 'a' });

    const { action, kept: left, diagnostics } = await host.apply('demo_thing', { name: 'b' }, kept);

    expect([names, action, left]).toEqual([['a'], 'replace', isKept ? kept : null]);
    expect(diagnostics.map(({ summary }) => summary)).toEqual(isKept ? ['In use'] : []);
  });
});

describe('a destroy', () => {
  it('is planned first, and what that refuses stays', async () => {
    const planDestroy = ({ diagnostics }: Asked) => void diagnostics.error('Protected', 'It stays.');
    const host = await start({}, { planDestroy });
    const { kept } = await host.apply('demo_thing', { name: 'a' });

    const left = await host.destroy('demo_thing', kept as never);

    expect([left.kept, left.diagnostics]).toMatchObject([kept, [{ summary: 'Protected' }]]);
  });
});

describe('a plan of what is not known yet', () => {
  const naming = (note: (name: unknown) => unknown) => ({
    modifyPlan: ({ config, set }: Asked & { set(name: string, value: unknown): void }) => set('id', note(config.name)),
  });

  it('is planned again with what is known by then', async () => {
    const host = await start();
    const plan = await host.plan('demo_thing', { name: UNKNOWN });

    const { kept } = await host.apply('demo_thing', { name: 'a' }, null, { plan });

    expect([plan.planned.name, kept?.state.name, kept?.identity]).toEqual([UNKNOWN, 'a', { id: '1' }]);
  });

  it('must not be contradicted by that', async () => {
    const host = await start(
      {},
      naming((name) => (name === 'a' ? 'known' : 'early')),
    );
    const plan = await host.plan('demo_thing', { name: UNKNOWN });

    await expect(host.apply('demo_thing', { name: 'a' }, null, { plan })).rejects.toThrow(
      'Provider produced inconsistent final plan for demo_thing: the final plan.id: was one value, but now another',
    );
  });
});

it('a path that replaces counts only where its value changes', async () => {
  const modifyPlan = ({ requiresReplace: replace }: { requiresReplace: (at: object) => void }) => replace(path('name'));
  const host = await start({}, { modifyPlan });
  const { kept } = await host.apply('demo_thing', { name: 'a' });

  expect((await host.plan('demo_thing', { name: 'a', note: 'n' }, kept)).action).toBe('update');
});

it('an import by identity is read', async () => {
  const read = async ({ state }: { state: object }) => ({ ...state, name: 'a' });
  const host = await start({}, { read });

  expect((await host.import('demo_thing', { id: '7' })).kept).toMatchObject({
    state: { id: '7', name: 'a' },
    identity: { id: '7' },
  });
});

it('an import of what does not exist fails, as for Terraform', async () => {
  const host = await start({}, { read: async () => gone });

  expect(await host.import('demo_thing', '7')).toMatchObject({
    kept: null,
    diagnostics: [{ severity: 'error', summary: 'Cannot import non-existent remote object' }],
  });
});

it('a state of an older version is upgraded', async () => {
  const schema = { ...schemaOf({ name: string(required) }), version: 1 };
  const upgrade = ({ title }: { readonly title: string | null }) => ({ name: title ?? 'none' });
  const stateUpgraders = { 0: stateUpgrader(schemaOf({ title: string(required) }), upgrade) };
  const host = await start({}, { schema, identity: undefined, mutableIdentity: undefined, stateUpgraders });

  expect(await host.upgrade('demo_thing', 0, { title: 'a' })).toEqual({ state: { name: 'a' }, diagnostics: [] });
  expect(await host.upgrade('demo_thing', 0, [] as never)).toMatchObject({
    state: null,
    diagnostics: [{ summary: 'State not readable' }],
  });
});

describe('a list', () => {
  const list = async ({ config, diagnostics }: Asked) => {
    if (config.name === 'warn') diagnostics.warn('Mind', 'It is slow.');
    return ['1', '2', '3'].map((id) => ({ identity: { id }, displayName: `no. ${id}` }));
  };
  const listing = () =>
    start(
      { listResources: [{ typeName: 'thing', schema: onlyName, list }] },
      { read: async ({ state }: { state: object }) => ({ ...state, name: 'a' }) },
    );

  it('has what is found, up to the limit', async () => {
    const { found, diagnostics } = await (await listing()).list('demo_thing', { name: 'warn' }, { limit: 2 });

    expect(found).toEqual([
      { identity: { id: '1' }, displayName: 'no. 1', state: null },
      { identity: { id: '2' }, displayName: 'no. 2', state: null },
    ]);
    expect(diagnostics).toMatchObject([{ severity: 'warning', summary: 'Mind' }]);
  });

  it('has whole objects if asked, and nothing if its configuration is not valid', async () => {
    const host = await listing();

    const { found } = await host.list('demo_thing', { name: 'a' }, { includeResource: true });

    expect(found[2]?.state).toEqual({ name: 'a', note: null, id: '3' });
    expect(await host.list('demo_thing', { name: 'bad' })).toMatchObject({
      found: [],
      diagnostics: [{ summary: 'Bad' }],
    });
  });
});

it('a plan without changes does nothing, and one with errors nothing either', async () => {
  const host = await start(
    {},
    {
      modifyPlan: ({ config, diagnostics }: Asked) => {
        if (config.name === 'no') diagnostics.error('No', 'Not that.');
      },
    },
  );
  const { kept } = await host.apply('demo_thing', { name: 'a' });

  const same = await host.apply('demo_thing', { name: 'a' }, kept);
  const refused = await host.apply('demo_thing', { name: 'no' }, null);

  expect([same.action, same.kept === kept, same.diagnostics]).toEqual(['no-op', true, []]);
  expect([refused.action, refused.kept, refused.diagnostics.map(({ summary }) => summary)]).toEqual([
    'create',
    null,
    ['No'],
  ]);
});

it('time passes by sleeps, which ring the alarms that are due, and reject when their signal is aborted', async () => {
  const clock = { now: 1_000 };
  const environment = skippingEnvironment(clock, { A: 'b' });
  const rung: string[] = [];
  environment.alarm?.(10, () => rung.push('ten'));
  environment.alarm?.(11, () => rung.push('eleven'));
  const stop = environment.alarm?.(5, () => rung.push('stopped'));
  stop?.();

  await environment.sleep(9);
  const early = [...rung];
  await environment.sleep(1);

  expect([early, rung, clock.now, environment.now(), environment.env]).toEqual([[], ['ten'], 1_010, 1_010, { A: 'b' }]);
  await expect(environment.sleep(1, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
  expect(rung).toEqual(['ten', 'eleven']);
});
