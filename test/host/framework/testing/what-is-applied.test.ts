import { describe, expect, it } from 'vitest';
import { fillFromState, gone, isUnknown, listNested, string, useStateForUnknown } from '../../../../framework';
import { ContractError, type HostOptions } from '../../../../framework/testing';
import { computed, optional, required, schemaOf } from '../../../unit/framework/definitions';
import { hostOf } from '../host-of';

/** A host of a provider whose `demo_thing` has these handlers. */
const start = (handlers: object = {}, options: HostOptions = {}) =>
  hostOf(
    {
      schema: schemaOf({
        title: string(required),
        text: string(optional),
        mode: string({ default: 'slow', description: '' }),
        kind: string({ ...optional, computed: true, planModifiers: [useStateForUnknown()] }),
        parts: listNested({
          ...optional,
          attributes: { size: string(optional), unit: string({ default: 'm', description: '' }) },
        }),
        token: string({ ...optional, writeOnly: true }),
        id: string({ ...computed, planModifiers: [useStateForUnknown()] }),
      }),
      create: async ({ plan }) => ({ ...plan, kind: plan.kind ?? 'plain', id: '1' }),
      update: async ({ plan, state }) => fillFromState(plan, state),
    },
    handlers,
    options,
  );

interface Asked {
  readonly plan: Readonly<Record<string, unknown>>;
  readonly config: { readonly token: string | null };
  readonly privateState: { set(key: string, value: string): void };
}

const reading = (change: object) => ({
  read: async ({ state }: { readonly state: object }) => ({ ...state, ...change }),
});

const THEN = 'Provider produced inconsistent read after apply of demo_thing, so that every plan has changes: ';

describe('F11: a read right after an apply', () => {
  it.each<[what: string, config: object, read: object, words: string]>([
    ['an empty text as null', { text: '' }, { text: null }, 'text is read neither as configured nor as it was'],
    ['what is left out as empty text', {}, { text: '' }, 'text is read though it is not configured and not computed'],
    ['another form', { title: 'MILK' }, { title: 'milk' }, 'title is read neither as configured nor as it was'],
    [
      'a part of a nested object as null',
      { parts: [{ size: '' }] },
      { parts: [{ size: null, unit: 'm' }] },
      'parts.size is read neither as configured nor as it was',
    ],
    ['another value than the default', {}, { mode: 'fast' }, 'mode is read neither as its default nor as it was'],
    [
      'another value than the default of a part',
      { parts: [{ size: 'S' }] },
      { parts: [{ size: 'S', unit: 'km' }] },
      'parts.unit is read neither as its default nor as it was',
    ],
    ['an empty list as null', { parts: [] }, { parts: null }, 'parts is configured and not read'],
  ])('must not give %s', async (_what, config, read, words) => {
    const host = await start(reading(read));

    await expect(host.apply('demo_thing', { title: 'Milk', ...config } as never)).rejects.toThrow(
      new ContractError(THEN + words),
    );
  });

  it('may change what the provider computes', async () => {
    const host = await start(reading({ kind: 'rich' }));

    expect((await host.apply('demo_thing', { title: 'Milk' })).kept?.state).toMatchObject({ kind: 'plain', id: '1' });
  });

  it.each<[what: string, read: () => Promise<unknown>, detail: string]>([
    ['fails', () => Promise.reject(new Error('down')), 'down'],
    ['returns nothing', async () => undefined, 'does not say whether the object exists'],
    ['lacks an attribute', async () => ({ title: 'Milk', id: '1' }), 'it is missing'],
  ])('that %s is an error of the apply, whose result is kept', async (_what, read, detail) => {
    const host = await start({ read });

    const { kept, diagnostics } = await host.apply('demo_thing', { title: 'Milk' });

    expect(kept?.state).toMatchObject({ title: 'Milk', id: '1' });
    expect(diagnostics).toContainEqual(
      expect.objectContaining({ severity: 'error', detail: expect.stringContaining(detail) }),
    );
  });

  it.each(['create', 'update'])('must not find that what a %s has left is gone', async (action) => {
    let isThere = action === 'update';
    const read = async ({ state }: { readonly state: object }) => (isThere ? state : gone);
    const host = await start({ read });
    const { kept } = isThere ? await host.apply('demo_thing', { title: 'Milk' }) : { kept: null };
    isThere = false;

    await expect(host.apply('demo_thing', { title: 'Bread' }, kept)).rejects.toThrow(
      new ContractError(
        'Provider produced inconsistent read after apply of demo_thing: the object is gone, so that the next plan makes it again',
      ),
    );
  });

  it('may give another form of a value that modifyPlan takes for the same', async () => {
    interface Planning {
      readonly config: { readonly title: unknown };
      readonly prior?: { readonly title: string };
      set(name: string, value: unknown): void;
    }
    const modifyPlan = ({ config: { title }, prior, set }: Planning) => {
      const isSame = !isUnknown(title) && String(title).toLowerCase() === prior?.title.toLowerCase();
      if (isSame) set('title', prior.title);
    };
    const host = await start({ ...reading({ title: 'milk' }), modifyPlan });

    expect((await host.apply('demo_thing', { title: 'MILK' })).kept?.state.title).toBe('MILK');
  });

  it('is left out if the test asks for that', async () => {
    const host = await start(reading({ text: null }), { rereads: false });

    expect((await host.apply('demo_thing', { title: 'Milk', text: '' })).kept?.state.text).toBe('');
  });
});

describe('F11: a write-only value', () => {
  const LEAK = 'has the value of token, which is write-only';

  it.each<[what: string, handlers: object, words: string]>([
    [
      'in a computed attribute',
      { create: async ({ plan, config }: Asked) => ({ ...plan, kind: config.token, id: '1' }) },
      `after apply of demo_thing: kind ${LEAK}`,
    ],
    [
      'in a part of one',
      { create: async ({ plan, config }: Asked) => ({ ...plan, kind: `Bearer ${config.token}`, id: '1' }) },
      `after apply of demo_thing: kind ${LEAK}`,
    ],
    [
      'in private state',
      {
        create: async ({ plan, config, privateState }: Asked) => {
          privateState.set('sent', config.token ?? '');
          return { ...plan, kind: 'plain', id: '1' };
        },
      },
      `after apply of demo_thing: private state ${LEAK}`,
    ],
    [
      'in a plan',
      {
        modifyPlan: ({ config, set }: Asked & { set(name: string, value: unknown): void }) => set('kind', config.token),
      },
      `for demo_thing: kind ${LEAK}`,
    ],
  ])('%s breaks the contract', async (_what, handlers, words) => {
    const host = await start(handlers);

    await expect(host.apply('demo_thing', { title: 'Milk', token: 'canary-1' })).rejects.toThrow(words);
  });

  it('may be what another argument has, too, and its hash may be kept', async () => {
    const create = async ({ plan, config }: Asked) => ({ ...plan, kind: `#${config.token?.length}`, id: '1' });
    const host = await start({ create });

    expect((await host.apply('demo_thing', { title: 'canary-1', token: 'canary-1' })).kept?.state).toMatchObject({
      title: 'canary-1',
      kind: '#8',
    });
  });
});
