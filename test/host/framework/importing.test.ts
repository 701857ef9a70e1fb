import { expect, it } from 'vitest';
import { defineResource, int64, type ResourceDefinition, string, type Value } from '../../../framework';
import { fillFromState } from '../../../framework/schema/model';
import { computed, required, schemaOf } from '../../unit/framework/definitions';
import { serving } from './demo-server';

const attributes = { id: string(computed), zone: string(required), number: int64(required) };

type Attributes = typeof attributes;
type Definition = ResourceDefinition<Attributes, unknown, keyof Attributes>;

/** Imports a `demo_thing` that is identified so. */
async function importThing(
  identity: Definition['identity'],
  given: { readonly id?: string; readonly identity?: Value },
  importState?: Definition['importState'],
  of = attributes,
) {
  const thing = defineResource({
    typeName: 'thing',
    schema: schemaOf(of),
    ...(identity && { identity }),
    ...(importState && { importState }),
    create: async ({ plan }) => ({ ...plan, id: '1' }),
    read: async ({ state }) => state,
    update: async ({ plan, state }) => fillFromState(plan, state),
    delete: async () => undefined,
  });
  const server = await serving({ resources: [thing] });
  const request = { typeName: 'demo_thing', id: given.id ?? '', identity: given.identity ?? null };
  const { imported, diagnostics } = await server.importResourceState(request);
  return {
    state: imported?.state,
    identity: imported?.identity,
    problems: diagnostics.map(({ summary }) => summary),
    told: diagnostics[0]?.detail,
  };
}

const NOTHING = { id: null, zone: null, number: null };

it('by default an import id is the identity, if that is one text, or the id', async () => {
  const state = { ...NOTHING, id: 'a' };

  expect(await importThing('id', { id: 'a' })).toEqual({ state, identity: { id: 'a' }, problems: [] });
  expect(await importThing(undefined, { id: 'a' })).toEqual({ state, identity: undefined, problems: [] });
  expect((await importThing('zone', { id: 'a' })).state).toEqual({ ...NOTHING, zone: 'a' });
});

it('an identity of several attributes is imported as a whole, and never by an id', async () => {
  const identity = { zone: 'z', number: 7n };

  expect(await importThing(['zone', 'number'], { identity })).toEqual({
    state: { ...NOTHING, ...identity },
    identity,
    problems: [],
  });
  expect((await importThing(['zone', 'number'], { id: 'z/7' })).problems).toEqual(['Resource Import Not Implemented']);
});

it('a resource may read its own form of id, and is given the identity', async () => {
  const parse: Definition['importState'] = async ({ id, identity }) => {
    const [zone = '', number = '0'] = id.split('/');
    return {
      id: 'x',
      ...(identity ? { zone: identity.zone, number: identity.number } : { zone, number: BigInt(number) }),
    };
  };

  const expected = { id: 'x', zone: 'z', number: 7n };
  expect((await importThing(['zone', 'number'], { id: 'z/7' }, parse)).state).toEqual(expected);
  expect((await importThing(['zone', 'number'], { identity: { zone: 'z', number: 7n } }, parse)).state).toEqual(
    expected,
  );
});

it.each([
  [{}, 'canary'],
  [{ sensitive: true }, 'The value'],
])('an identity that is wrong is quoted unless it is secret: %j', async (secrecy, told) => {
  const other: Definition['importState'] = async () => ({ id: 'x', zone: 'other', number: 7n });
  const of = { ...attributes, zone: { ...attributes.zone, ...secrecy } };

  for (const [names, identity] of [
    ['zone', { zone: 'canary' }],
    [['zone', 'number'], { zone: 'canary', number: 7n }],
  ] as const) {
    const { problems, told: detail } = await importThing(names, { identity }, other, of);

    expect(problems).toEqual(['No such identity']);
    expect(detail).toContain(told);
    expect(detail?.includes('canary')).toBe(told === 'canary');
  }
});

it('an import that reports an error returns no object', async () => {
  const failing: Definition['importState'] = async ({ diagnostics }) => {
    diagnostics.error('Bad', 'It is bad.');
    return { id: 'x', zone: 'z', number: 1n };
  };

  expect(await importThing('zone', { id: 'a' }, failing)).toMatchObject({ state: undefined, problems: ['Bad'] });
});

const slip = 'It is empty, so it names no object: give the id, or the identity, of one that exists.';

it.each<[identity: Definition['identity'], given: Parameters<typeof importThing>[1]]>([
  ['id', { id: '' }],
  [undefined, { id: '' }],
  ['id', { identity: { id: '' } }],
  [['id', 'zone'], { identity: { id: '', zone: '' } }],
])('an empty import id, or identity, is a mistake of whoever imports: %s, %s', async (identity, given) => {
  expect(await importThing(identity, given)).toMatchObject({ problems: ['Invalid import id'], told: slip });
});

it('an empty import id is for importState of the resource to judge, but names nothing without an identity', async () => {
  const only: Definition['importState'] = async () => ({ id: 'only', zone: null as never, number: null as never });
  const whole: Definition['importState'] = async ({ id }) => ({ id, zone: null as never, number: null as never });

  expect((await importThing('id', { id: '' }, only)).state).toMatchObject({ id: 'only' });
  expect(await importThing('id', { id: '' }, whole)).toMatchObject({ problems: ['Invalid import id'], told: slip });
  expect((await importThing('id', { id: 'x' }, async () => ({ id: '', zone: '', number: 1n }))).problems).toEqual([
    'Result does not fit the schema',
  ]);
});
