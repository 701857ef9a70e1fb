import { describe, expect, it } from 'vitest';
import { type AnyResource, defineListResource, defineResource, gone, int64, string } from '../../../framework';
import { DiagnosticError, type Diagnostics } from '../../../framework/diagnostic';
import { fillFromState } from '../../../framework/schema/model';
import type { ListedResource } from '../../../framework/server/list-resource';
import { computed, schemaOf } from '../../unit/framework/definitions';
import { serving } from './demo-server';

interface Asked {
  readonly limit: number | undefined;
}

/** A server that lists `demo_thing`s with these ids; the test provides the read of each. */
async function serve(
  ids: readonly string[],
  isThere: (id: string, signal: AbortSignal) => Promise<boolean>,
  read: AnyResource<object>['read'] = async ({ state, signal }) =>
    (await isThere(String(state.id), signal)) ? (state as never) : gone,
  identityOf = (id: string) => ({ id }),
  begin: (request: { readonly diagnostics: Diagnostics }) => void = () => {},
) {
  const asked: Asked[] = [];
  const thing = defineResource({
    typeName: 'thing',
    schema: schemaOf({ id: string(computed) }),
    identity: 'id',
    create: async ({ plan }) => ({ ...plan, id: '1' }),
    read: read as never,
    update: async ({ plan, state }) => fillFromState(plan, state),
    delete: async () => undefined,
  });
  const things = defineListResource({
    typeName: 'thing',
    schema: schemaOf({}),
    list: async ({ limit, diagnostics }) => {
      begin({ diagnostics });
      asked.push({ limit });
      return ids.map((id) => (id === null ? id : { identity: identityOf(id), displayName: `thing ${id}` }));
    },
  });
  const describeError = (_error: unknown, action: string) =>
    ({ severity: 'error', summary: `Cannot ${action}`, detail: 'It failed.' }) as const;
  const server = await serving({ resources: [thing], listResources: [things], describeError });
  const list = async (limit: number, includeResource = true, { signal } = new AbortController()) => {
    const found: ListedResource[] = [];
    const request = { typeName: 'demo_thing', config: null, includeResource, limit };
    for await (const one of server.listResource(request, signal)) found.push(one);
    return found;
  };
  return { server, list, asked };
}

it.each<[identity: unknown, problem: string]>([
  [{ id: null }, 'id cannot be kept: it is null, and it is the identity of the object'],
  [{ id: 5 }, 'id cannot be kept: it is not a string'],
  [{ nmae: 'x' }, 'id cannot be kept: it is missing'],
  [undefined, 'id cannot be kept: it is missing'],
])('an object without its identity is an error: %j', async (identity, problem) => {
  const { list } = await serve(
    [identity as string],
    async () => true,
    undefined,
    (id) => id as never,
  );

  for (const whole of [true, false]) {
    const [found] = await list(0, whole);
    expect(found).toMatchObject({
      displayName: '',
      diagnostics: expect.arrayContaining([
        expect.objectContaining({ severity: 'error', detail: expect.stringContaining(`a result whose ${problem}.`) }),
      ]),
    });
  }
});

it('null in place of an object is an error of that item alone, also while an earlier one is read', async () => {
  const { list } = await serve(['0', null as never, '2'], () => new Promise((done) => setImmediate(done, true)));

  expect((await list(0)).map(({ displayName }) => displayName)).toEqual(['thing 0', '', 'thing 2']);
});

const numbers = (count: number) => Array.from({ length: count }, (_, i) => String(i));

describe('the limit', () => {
  it('is passed to the handler, and no object beyond it is read', async () => {
    const read: string[] = [];
    const { list, asked } = await serve(numbers(50), async (id) => read.push(id) > 0);

    const found = await list(3);

    expect(asked).toEqual([{ limit: 3 }]);
    expect(found.map(({ displayName }) => displayName)).toEqual(['thing 0', 'thing 1', 'thing 2']);
    expect(read).toEqual(['0', '1', '2']);
  });

  it('of 0 means no limit', async () => {
    const { list, asked } = await serve(numbers(50), async () => true);

    expect([(await list(0, false)).length, asked]).toEqual([50, [{ limit: undefined }]]);
  });

  it('counts shown objects: one that is gone makes room for the next', async () => {
    const { list } = await serve(numbers(5), async (id) => id !== '1');

    expect((await list(3)).map(({ displayName }) => displayName)).toEqual(['thing 0', 'thing 2', 'thing 3']);
  });
});

describe('reading', () => {
  it('runs sixteen reads at a time, and keeps the order', async () => {
    const waiting = new Map<string, () => void>();
    let most = 0;
    const full = Promise.withResolvers<void>();
    const { list } = await serve(numbers(40), async (id) => {
      const released = Promise.withResolvers<void>();
      waiting.set(id, released.resolve);
      most = Math.max(most, waiting.size);
      if (waiting.size === 16) full.resolve();
      await released.promise;
      waiting.delete(id);
      return true;
    });

    const listing = list(0);
    await full.promise;
    let done = false;
    const ended = listing.finally(() => {
      done = true;
    });
    while (!done) {
      // The read that started last ends first.
      [...waiting.values()].at(-1)?.();
      await new Promise(setImmediate);
    }

    expect((await ended).map(({ displayName }) => displayName)).toEqual(numbers(40).map((id) => `thing ${id}`));
    expect(most).toBe(16);
  });

  it('that fails for one object is a warning for that object, and the others are listed', async () => {
    const { list } = await serve(numbers(4), async (id) => {
      if (id === '1') throw new Error('no');
      return true;
    });

    const found = await list(0);

    expect(found.map(({ identity }) => identity)).toEqual(numbers(4).map((id) => ({ id })));
    expect(found.map(({ state }) => state !== undefined)).toEqual([true, false, true, true]);
    expect(found.flatMap(({ diagnostics }) => diagnostics)).toEqual([
      {
        severity: 'warning',
        summary: 'Cannot read demo_thing',
        detail: '"thing 1" is listed without its attributes. It failed.',
      },
    ]);
  });

  it.each<[what: string, read: AnyResource<object>['read'], told: RegExp]>([
    [
      'another type',
      async ({ state }) => ({ ...state, id: 5 }) as never,
      /whose id cannot be kept: it is not a string/,
    ],
    ['another object', async () => ({ id: '7' }), /whose id cannot be kept: it is not that of the listed object/],
    [
      'an error beside the object',
      async ({ state, diagnostics }) => {
        diagnostics.error('Locked', 'It is locked.');
        return state as never;
      },
      /It is locked\./,
    ],
  ])('that returns %s is a warning, and its attributes are not listed', async (_what, read, told) => {
    const { list } = await serve(['0'], async () => true, read);

    const [found] = await list(0);

    expect(found).toMatchObject({
      identity: { id: '0' },
      diagnostics: [{ severity: 'warning', detail: expect.stringMatching(told) }],
    });
    expect(found?.diagnostics[0]?.detail).toContain('"thing 0" is listed without its attributes.');
    expect(found?.state).toBeUndefined();
  });

  it('ends when the list is cancelled or asked to stop', async () => {
    const controller = new AbortController();
    const { server, list } = await serve(numbers(40), (_id, signal) => {
      const stopped = new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
      queueMicrotask(() => (controller.signal.aborted ? undefined : controller.abort(new DiagnosticError('Gone', ''))));
      return stopped;
    });

    const cancelled = await list(0, true, controller);
    const stopped = list(0);
    await new Promise(setImmediate);
    server.stop();

    for (const found of [cancelled, await stopped]) {
      expect(found).toMatchObject([{ displayName: '', diagnostics: [{ severity: 'error' }] }]);
    }
  });
});

it('a number in an identity has the type of its attribute, for the handlers of the resource, too', async () => {
  const states: unknown[] = [];
  const definition = {
    typeName: 'thing',
    schema: schemaOf({ number: int64(computed) }),
    identity: 'number',
    create: async () => ({ number: 1n }),
    read: async ({ state }: { readonly state: { readonly number: bigint } }) => {
      states.push(state);
      return state;
    },
    delete: async () => undefined,
  } as const;
  const list = async () => [{ identity: { number: 7 }, displayName: 'seven' }];
  const things = defineListResource({ typeName: 'thing', schema: schemaOf({}), list });
  const server = await serving({ resources: [defineResource(definition)], listResources: [things] });

  const request = { typeName: 'demo_thing', config: null, includeResource: true, limit: 0 };
  for await (const { identity } of server.listResource(request, new AbortController().signal)) states.push(identity);

  expect(states).toEqual([{ number: 7n }, { number: 7n }]);
});
