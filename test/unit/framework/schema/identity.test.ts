import { expect, it } from 'vitest';
import { list, number, type ObjectValue, string, UNKNOWN } from '../../../../framework';
import {
  changedIdentity,
  missingIdentity,
  plannedIdentityOf,
  withIdentity,
} from '../../../../framework/schema/identity';
import { computed, required, schemaOf } from '../definitions';

const schema = schemaOf({ id: number({ computed: true, description: 'Id.' }), name: string(required) });
const thing = { identity: 'id', schema };

const prior = { id: 1, name: 'n' };

it('F6: the identity of a create has no unknown element', () => {
  const ids = list({ ...computed, elementType: 'string' });
  const listed = { identity: 'ids', schema: schemaOf({ ids }) };

  expect(plannedIdentityOf(listed, null, { ids: ['a', UNKNOWN] })).toBeUndefined();
});

it.each([
  ['an update', prior, { id: 1, name: 'm' }, { id: 1 }],
  [
    'an update that makes it another, which Terraform takes when it is known',
    prior,
    { id: UNKNOWN, name: 'm' },
    { id: 1 },
  ],
])('the identity is planned for %s', (_case, before, planned, expected) => {
  expect(plannedIdentityOf(thing, before, planned)).toEqual(expected);
});

const both = { identity: ['id', 'name'], schema };

it.each<[ObjectValue, readonly string[]]>([
  [{ id: 1, name: 'n' }, []],
  [{ id: 1, name: '' }, []],
  [{ id: null, name: 'n' }, ['id']],
  [{ id: 1, name: null }, ['name']],
  [{ id: null, name: '' }, ['id', 'name']],
  [{ id: null, name: null }, ['id', 'name']],
])('of %j it lacks %j, which the state before may have', (state, missing) => {
  expect(missingIdentity(both, state)).toEqual(missing);
  const prior = { id: 7, name: 'p' };
  expect(withIdentity(both, state, prior)).toEqual({
    ...state,
    ...(missing.includes('id') && { id: 7 }),
    ...(missing.includes('name') && { name: 'p' }),
  });
  expect(withIdentity(both, state, {})).toEqual({
    ...state,
    ...Object.fromEntries(missing.map((name) => [name, null])),
  });
});

it.each([
  [{ id: 1, name: 'a' }, { id: 2, name: 'b' }, ['id', 'name']],
  [{ id: 1, name: 'e\u0301' }, { id: 1n, name: '\u00e9' }, []],
  [{ id: null, name: 'a' }, { id: 1, name: 'a' }, []],
  [{ id: 1, name: 'a' }, { id: null, name: 'a' }, []],
  [{ id: 1, name: 'a' }, { id: UNKNOWN, name: 'a' }, []],
  [{ name: 'a' }, {}, []],
  [null, { id: 1, name: 'a' }, []],
])('from %o to %o, these of it change: %j', (before, after, changed) => {
  expect(changedIdentity(both, before, after)).toEqual(changed);
  expect(changedIdentity({ ...both, mutableIdentity: true }, before, after)).toEqual([]);
});
