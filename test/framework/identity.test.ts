import { describe, expect, it } from 'vitest';
import { list, number, string, UNKNOWN } from '../../framework';
import { identityOf, identitySchemaOf, plannedIdentityOf } from '../../framework/identity';
import { computed, required, schemaOf } from './definitions';

const schema = schemaOf({ id: number({ computed: true, description: 'Id.' }), name: string(required) });
const thing = { identity: 'id', schema };

it('has the attributes of the state', () => {
  expect(identitySchemaOf(thing)).toEqual({ id: schema.attributes.id });
});

it('is undefined for a type without identity', () => {
  expect(identitySchemaOf({ schema })).toBeUndefined();
  expect(identityOf({ schema }, { id: 1, name: 'n' })).toBeUndefined();
});

describe('of an object', () => {
  it.each([
    ['there is not', null, undefined],
    ['has none yet', { id: null, name: 'n' }, undefined],
    ['has one', { id: 1, name: 'n' }, { id: 1 }],
  ])('that %s', (_case, state, expected) => {
    expect(identityOf(thing, state)).toEqual(expected);
  });
});

describe('to plan', () => {
  const prior = { id: 1, name: 'n' };

  it('F6: is undefined for a create, never unknown', () => {
    expect(plannedIdentityOf(thing, null, { id: UNKNOWN, name: 'n' })).toBeUndefined();
  });

  it('F6: nor has it an unknown element', () => {
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
    ['a destroy', prior, null, { id: 1 }],
    ['a create whose id is configured', null, { id: 1, name: 'n' }, { id: 1 }],
  ])('for %s', (_case, before, planned, expected) => {
    expect(plannedIdentityOf(thing, before, planned)).toEqual(expected);
  });
});
