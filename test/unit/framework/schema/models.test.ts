import { expect, it } from 'vitest';
import { defineFunction } from '../../../../framework/function';
import type { Plan, Type } from '../../../../framework/index';
import { Dynamic, defineProvider, parameter, UNKNOWN, withConnection } from '../../../../framework/index';
import { defineResource, gone, stateUpgrader } from '../../../../framework/resource';
import {
  int64,
  list,
  listNested,
  map,
  object,
  set,
  singleNested,
  string,
} from '../../../../framework/schema/attributes';
import { conflicting } from '../../../../framework/schema/config-validators';
import type { Schema } from '../../../../framework/schema/schema';
import { atLeast, lengthAtLeast, oneOf } from '../../../../framework/schema/validators';
import { computed, optional, required, schemaOf } from '../definitions';

const schema = {
  version: 1,
  description: '',
  attributes: {
    name: string(required),
    size: int64({ ...required, validators: [atLeast(1n)] }),
    mode: string({ default: 'slow', description: '', validators: [oneOf('slow', 'fast'), lengthAtLeast(1)] }),
    secret: string({ ...required, writeOnly: true }),
    id: string(computed),
  },
} satisfies Schema;

it('a collection may have a default with elements, which have to fit', () => {
  const D = { description: '' };
  const attributes = {
    list: list({ ...D, elementType: 'string', default: ['x'] }),
    set: set({ ...D, elementType: 'integer', default: [1] }),
    map: map({ ...D, elementType: 'string', default: { a: 'x' } }),
    constant: list({ ...D, elementType: 'string', default: ['x'] as const }),
    empty: list({ ...D, elementType: 'string', default: [] }),
    lists: list({ ...D, elementType: ['list', 'string'], default: [['x']] }),
    object: object({ ...D, attributeTypes: { a: 'string' }, default: { a: 'x' } }),
    single: singleNested({ ...D, attributes: { a: string(required) }, default: { a: 'x' } }),
    many: listNested({ ...D, attributes: { a: string(required) }, default: [{ a: 'x' }] }),
  };

  expect(Object.values(attributes)).toMatchObject(Array(9).fill({ optional: true, computed: true }));
  // @ts-expect-error: a number among texts
  list({ ...D, elementType: 'string', default: [1] });
  // @ts-expect-error: null, which no default is
  list({ ...D, elementType: 'string', default: null });
});

it('what does not fit does not compile', () => {
  // @ts-expect-error: a validator of numbers, on a text
  string({ ...optional, validators: [atLeast(1)] });
  // @ts-expect-error: no such default among the texts
  string({ default: 'other', description: '', validators: [oneOf('slow', 'fast')] });
  // @ts-expect-error: a misspelt option
  string({ optinal: true, description: '' });
  // @ts-expect-error: there is no dynamic in a collection
  list({ ...optional, elementType: 'dynamic' });

  const handlers = { typeName: 'thing', schema, read: async () => gone, delete: async () => {} } as const;
  // @ts-expect-error: no such attribute to identify by
  defineResource({ ...handlers, identity: 'nothing', create: async ({ plan }) => ({ ...plan, id: '1' }) });
  defineResource({
    ...handlers,
    identity: 'id',
    // @ts-expect-error: a state without its identity
    create: async ({ plan }) => plan,
  });
  defineResource({
    ...handlers,
    create: async ({ plan }) => ({ ...plan, id: '1' }),
    // @ts-expect-error: what the plan leaves undecided
    update: async ({ plan }) => plan,
  });
  defineResource({
    ...handlers,
    create: async ({ plan }) => ({ ...plan, id: '1' }),
    // @ts-expect-error: no such attribute
    configValidators: [conflicting('name', 'nothing')],
  });
  defineResource({
    ...handlers,
    create: async ({ plan }) => ({ ...plan, id: '1' }),
    stateUpgraders: {
      0: stateUpgrader(
        schemaOf({ title: string(required) }),
        // @ts-expect-error: version 0 had no name
        ({ name }) => ({ name, size: 1n, mode: null, secret: null, id: '1' }),
      ),
    },
  });
});

it('a function returns what its type says, null or unknown in any part', () => {
  const of = {
    name: 'f',
    summary: '',
    description: '',
    parameters: [parameter({ name: 'a', type: 'string', description: '' })],
  };
  defineFunction({ ...of, returns: 'string', call: (a) => a.trim() || null });
  defineFunction({ ...of, returns: 'int64', call: (a) => (a === '' ? 5 : 5n) });
  defineFunction({ ...of, returns: ['map', 'string'], call: (a) => ({ a, b: null, c: UNKNOWN }) });
  defineFunction({ ...of, returns: ['list', ['object', { a: 'bool' }]], call: () => [{ a: true }, null, UNKNOWN] });
  defineFunction({ ...of, returns: 'number' as Type, call: () => [{ any: 1 }] });
  defineFunction({ ...of, returns: 'dynamic', call: (a) => (a === '' ? null : new Dynamic('string', a)) });
  // @ts-expect-error: a text without its type
  defineFunction({ ...of, returns: 'dynamic', call: (a) => a });
  // @ts-expect-error: a number for a text
  defineFunction({ ...of, returns: 'string', call: () => 5 });
  // @ts-expect-error: a number in a map of texts
  defineFunction({ ...of, returns: ['map', 'string'], call: () => ({ a: 5 }) });
  // @ts-expect-error: a part that is missing
  defineFunction({ ...of, returns: ['object', { a: 'bool', b: 'string' }], call: () => ({ a: true }) });
  // @ts-expect-error: a Promise
  defineFunction({ ...of, returns: 'string', call: async () => 'a' });
});

it('what works at once is not async, whatever else it returns', () => {
  const handlers = { typeName: 'thing', schema, read: async () => gone, delete: async () => {} } as const;
  const create = async ({ plan }: { readonly plan: Plan<typeof schema> }) => ({ ...plan, id: '1' });
  defineResource({ ...handlers, create, validate: ({ config, diagnostics }) => config.id && diagnostics.warn('', '') });
  defineResource({ ...handlers, create, modifyPlan: (): void => {}, planDestroy: () => 1 });
  const seen = new Set<unknown>();
  defineResource({ ...handlers, create, validate: ({ config }) => seen.add(config.id), planDestroy: () => [1] });
  // @ts-expect-error: a Promise, which nothing waits for
  defineResource({ ...handlers, create, validate: async () => {} });
  // @ts-expect-error: a Promise, which nothing waits for
  defineResource({ ...handlers, create, modifyPlan: async ({ set }) => set('mode', 'fast') });
  // @ts-expect-error: a Promise, which nothing waits for
  defineResource({ ...handlers, create, planDestroy: () => Promise.resolve() });
  // @ts-expect-error: a Promise, which nothing waits for
  defineResource({ ...handlers, create, configValidators: [async () => {}] });
  // @ts-expect-error: a Promise, which nothing waits for
  string({ ...optional, validators: [async () => {}] });
});

it('handlers that need a connection need a provider that makes one', () => {
  const parts = { typeName: 'demo', source: 'example/demo', schema: schemaOf({}) } as const;
  const handlers = { typeName: 'thing', schema, read: async () => gone, delete: async () => {} } as const;
  const create = async ({ plan }: { readonly plan: Plan<typeof schema> }) => ({ ...plan, id: '1' });
  const typed = withConnection<{ readonly url: string }>().defineResource({ ...handlers, create });
  const untyped = defineResource({ ...handlers, create });
  const configure = async () => ({ connection: { url: '' } });

  defineProvider({ ...parts, resources: [typed, untyped], configure });
  defineProvider({ ...parts, resources: [untyped] });
  defineProvider({ ...parts, resources: [] });
  defineProvider({ ...parts, resources: [untyped], configure });
  defineProvider({ ...parts, resources: [withConnection<undefined>().defineResource({ ...handlers, create })] });
  // @ts-expect-error: nothing makes the connection
  defineProvider({ ...parts, resources: [typed] });
  // @ts-expect-error: nothing makes the connection
  defineProvider({ ...parts, resources: [typed, untyped] });
  // @ts-expect-error: another connection
  defineProvider({ ...parts, resources: [typed], configure: async () => ({ connection: 5 }) });
});
