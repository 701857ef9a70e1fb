import { expect, it } from 'vitest';
import {
  type Diagnostics,
  exactlyOneOf,
  listNested,
  mapNested,
  type PlanModifier,
  setNested,
  singleNested,
  string,
  useNonNullStateForUnknown,
  useStateForUnknown,
} from '../../../framework';
import { inAttributes, RESOURCE } from '../../../framework/schema/attribute-mistakes';
import type { Path } from '../../../framework/values/path';

/* Beside define-provider.test.ts: options with a slip, what is two levels deep, and what works in resources only. */

const optional = { optional: true, description: '' } as const;
const plain = string(optional);
const secret = string({ ...optional, writeOnly: true });
const DATA_SOURCE = { ...RESOURCE, name: 'data source', hidesValues: false };

const mistakes = (attributes: object, kind = RESOURCE) => [...inAttributes(kind, attributes as never)];

it.each([
  ['optinal', 'optional'],
  ['optial', 'optional'],
  ['ooptionall', 'optional'],
  ['eptionak', 'optional'],
  ['elementTyp', 'elementType'],
  ['attributeType', 'attributeTypes'],
  ['attribute', 'attributes'],
  ['descripton', 'description'],
  ['computd', 'computed'],
  ['writeonly', 'writeOnly'],
  ['deprecatd', 'deprecated'],
  ['validator', 'validators'],
  ['planModifier', 'planModifiers'],
  ['unknownAfterimport', 'unknownAfterImport'],
])('of the option %s it is said that %s is meant', (slip, meant) => {
  expect(mistakes({ a: { ...plain, [slip]: 1 } })).toEqual([`a has no option ${slip}. It has ${meant}.`]);
});

it.each(['opial', 'zzz', 'xxoptionalx'])('nothing is like the option %s', (slip) => {
  expect(mistakes({ a: { ...plain, [slip]: 1 } })).toEqual([
    expect.stringMatching(`^a has no option ${slip}\\. There are computed, .*, writeOnly\\.$`),
  ]);
});

it('what works in resources only is told in other blocks', () => {
  const a = { ...secret, default: 'x', computed: true };

  expect(mistakes({ a: secret }, DATA_SOURCE)).toEqual(['a has writeOnly, which works in resources and actions only.']);
  expect(mistakes({ a }, DATA_SOURCE)).toEqual([
    'a has default, which works in resources only.',
    'a has writeOnly, which works in resources and actions only.',
    'a is write-only, and so neither computed nor with a default.',
  ]);
  expect(mistakes({ a: string({ computed: true, description: '' }) }, { ...DATA_SOURCE, computes: false })).toEqual([
    'a is computed, but nobody computes it: there is only a configuration.',
  ]);
});

const inside = (attributes: object, more: object = {}) =>
  singleNested({ ...optional, ...more, attributes: attributes as never });

it.each<[outer: object, mistake: string]>([
  [
    setNested({ ...optional, attributes: { b: inside({ c: secret }) } }),
    'c is write-only inside of a set, which Terraform does not have.',
  ],
  [
    inside({ b: inside({ c: secret }) }, { computed: true }),
    'c is write-only inside of a computed attribute, which Terraform does not have.',
  ],
  [
    inside({ b: inside({ c: string({ computed: true, description: '' }) }) }, { writeOnly: true }),
    'c is inside of a write-only attribute, and so neither computed nor with a default.',
  ],
  [
    inside({ b: inside({ c: { ...plain, unknownAfterImport: true } }) }),
    'c has unknownAfterImport, which only attributes of the resource itself can have.',
  ],
])('%# what surrounds an attribute counts at any depth', (outer, mistake) => {
  expect(mistakes({ a: outer })).toEqual([`a.b.${mistake}`]);
});

it('what is write-only may be in a list, and in a part that is not computed', () => {
  const part = { b: secret, count: plain };

  expect(mistakes({ a: listNested({ ...optional, attributes: part }), b: inside(part) })).toEqual([]);
});

it.each([['single'], ['list'], ['set'], ['map']])('objects may be nested in a %s', (nesting) => {
  expect(mistakes({ a: { ...optional, type: { nesting, attributes: { b: plain } } } })).toEqual([]);
});

it.each([{ nesting: 'bag', attributes: {} }, { nesting: 'list' }])('%j is no type', (type) => {
  expect(mistakes({ a: { ...optional, type } })).toEqual(['a has no type that Terraform knows.']);
});

it('a default is checked at its place, and a warning about it is no mistake', () => {
  const validators = [
    (_value: unknown, at: Path, all: Diagnostics) => all.warn('', 'It is odd.', at),
    (_value: unknown, at: Path, all: Diagnostics) => all.error('', 'It is wrong.', at),
  ];
  const of = (count: number) =>
    string({ default: 'x', description: '', validators: validators.slice(0, count) as never });

  expect(mistakes({ a: of(1) })).toEqual([]);
  expect(mistakes({ a: of(2) })).toEqual(['a has a default that it refuses: It is wrong.']);
  expect(mistakes({ a: inside({ b: of(2) }) })).toEqual(['a.b has a default that it refuses: a.b: It is wrong.']);
});

it('null, and what is no object, is no attribute', () => {
  expect(mistakes({ a: null, b: 'x' })).toEqual([
    'a is null, and no attribute, such as string({ … }).',
    'b is x, and no attribute, such as string({ … }).',
  ]);
});

it.each([
  ['list', listNested],
  ['set', setNested],
  ['map', mapNested],
])('useStateForUnknown below a %s is refused with the modifier that is right', (_, builder) => {
  const nested = builder as typeof listNested;
  const below = (modifier: PlanModifier) => ({
    l: nested({
      ...optional,
      attributes: { k: string({ computed: true, description: '', planModifiers: [modifier] }) },
    }),
  });

  expect(mistakes(below(useStateForUnknown()))).toEqual([
    expect.stringMatching(/^l.*k has useStateForUnknown\(\) below a list, .*: use useNonNullStateForUnknown\(\)\.$/),
  ]);
  expect(mistakes(below(useNonNullStateForUnknown()))).toEqual([]);
});

const same = () => true;

it.each<[what: string, attributes: object, mistake: string]>([
  ['one that is no function', { a: { ...plain, meansSame: 1 } }, 'a has a meansSame that is no function.'],
  [
    'an async one',
    { a: { ...plain, meansSame: async () => true } },
    'a has a meansSame that is async, and nothing waits for it.',
  ],
  [
    'one of a nested attribute',
    { a: { ...inside({ b: plain }), meansSame: same } },
    'a has meansSame, which its parts can have, and it cannot.',
  ],
  [
    'one in a set',
    { a: setNested({ ...optional, attributes: { b: string({ ...optional, meansSame: same }) } }) },
    'a.b has meansSame inside of a set, whose objects are told apart by their values.',
  ],
  [
    'one of a write-only attribute',
    { a: { ...secret, meansSame: same } },
    'a is write-only, and so meansSame compares nothing: no state has its value.',
  ],
])('of meansSame, %s is refused', (_what, attributes, mistake) => {
  expect(mistakes(attributes)).toEqual([mistake]);
});

it('checks that span attributes are those of nested attributes', () => {
  const nested = { ...inside({ b: plain, c: plain }) };

  expect(mistakes({ a: { ...nested, configValidators: [exactlyOneOf('b', 'c')] } })).toEqual([]);
  expect(mistakes({ a: { ...nested, configValidators: [exactlyOneOf('b', 'd')] } })).toEqual([
    'a a config validator names d, which is no attribute.',
  ]);
  expect(mistakes({ a: { ...plain, configValidators: [] } })).toEqual([
    'a has configValidators, which only nested attributes have.',
  ]);
});
