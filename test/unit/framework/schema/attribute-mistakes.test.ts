import { describe, expect, it } from 'vitest';
import {
  type Attributes,
  atLeast,
  conflicting,
  type Diagnostics,
  exactlyOneOf,
  int64,
  lengthAtLeast,
  listNested,
  mapNested,
  noneOf,
  number,
  oneOf,
  type Path,
  type PlanModifier,
  requiresReplace,
  requiresReplaceIfConfigured,
  setNested,
  singleNested,
  string,
  timeouts,
  timestamp,
  useNonNullStateForUnknown,
  useStateForUnknown,
} from '../../../../framework';
import { inAttributes, RESOURCE } from '../../../../framework/schema/attribute-mistakes';

const description = '';
const optional = { optional: true, description } as const;
const plain = string(optional);
const secret = string({ ...optional, writeOnly: true });
const made = string({ computed: true, description });
const zero = int64({ default: 0n, description, validators: [atLeast(1)] });
const DATA_SOURCE = { ...RESOURCE, name: 'data source', hidesValues: false };

const mistakes = (attributes: object, kind = RESOURCE) => [...inAttributes(kind, attributes as Attributes)];
const inside = (attributes: object, more: object = {}) =>
  singleNested({ ...optional, ...more, attributes: attributes as Attributes });
const below = (attributes: object) => setNested({ ...optional, attributes: attributes as Attributes });

it.each<[mistake: string, options: object]>([
  ['is required. Leave out', { required: true, optional: undefined, computed: true }],
  ['is required. Leave out', { required: true, optional: undefined, default: 'x' }],
  ['has a default, and so is optional and computed', { default: 'x', computed: false }],
  ['has a default, and so is optional and computed', { default: 'x', optional: false }],
  ['is neither required, optional nor computed', { optional: undefined }],
  ['is write-only, and so neither computed nor with a default', { writeOnly: true, default: 'x' }],
  ['is write-only, and so plan modifiers do nothing', { writeOnly: true, planModifiers: [requiresReplace()] }],
  ['is write-only, and so nothing is unknown after', { writeOnly: true, unknownAfterImport: true }],
  ['is write-only, and so meansSame compares nothing', { writeOnly: true, meansSame: () => true }],
  ['has a validator that is undefined', { validators: [undefined] }],
  ['has the validator timestamp, which is not called', { validators: [timestamp] }],
  ['has the plan modifier requiresReplace, which is not called', { planModifiers: [requiresReplace] }],
  ['has a plan modifier that is undefined', { planModifiers: [undefined] }],
  ['has a validator with a mistake: oneOf has no values', { validators: [oneOf()] }],
  ['has a validator with a mistake: noneOf has no values', { validators: [noneOf()] }],
  ['has configValidators, which only nested', { configValidators: [] }],
  ['has no option elementType. There are computed, configValidators, default,', { elementType: 'string' }],
  ['has no option defaults. Did you mean default?', { defaults: null }],
  ['has no option eptionak. Did you mean optional?', { eptionak: true }],
])('an attribute %s', (mistake, options) => {
  expect(mistakes({ a: string({ ...optional, ...options }) })).toEqual([expect.stringContaining(`a ${mistake}`)]);
});

it.each<[mistake: string, attributes: object]>([
  ['maxSize is no name for an attribute', { maxSize: plain }],
  ['1st is no name for an attribute', { '1st': plain }],
  ['"" is no name for an attribute', { '': plain }],
  ['a is computed only', { a: string({ computed: true, description: '', validators: [lengthAtLeast(1)] }) }],
  [
    'a is computed only',
    { a: inside({ b: made, c: made }, { optional: false, computed: true, configValidators: [conflicting('b', 'c')] }) },
  ],
  ['a has no attributes in it', { a: inside({}) }],
  ['count is a name that Terraform reserves here', { count: plain }],
  ['a is undefined, and no attribute', { a: undefined }],
  ['a.b is null, and no attribute', { a: inside({ b: null }) }],
  ['a has no type that Terraform knows', { a: optional }],
  ['a has no type that Terraform knows', { a: { type: ['list', 'dynamic'], ...optional } }],
  ['a has no type that Terraform knows', { a: { type: ['tuple', new Array(1)], ...optional } }],
  ['a.b is write-only inside of a set', { a: below({ b: secret }) }],
  ['a.b is write-only inside of a computed attribute', { a: inside({ b: secret }, { computed: true }) }],
  ['a.b is inside of a write-only attribute, and so neither', { a: inside({ b: made }, { writeOnly: true }) }],
  [
    'a.b is inside of a write-only attribute, and so plan modifiers do nothing',
    { a: inside({ b: { ...plain, planModifiers: [requiresReplace()] } }, { writeOnly: true }) },
  ],
  ['a.b has unknownAfterImport, which only', { a: inside({ b: { ...plain, unknownAfterImport: true } }) }],
  ['a.b has meansSame inside of a set', { a: below({ b: string({ ...optional, meansSame: () => true }) }) }],
  ['a has meansSame, which its parts can have', { a: { ...inside({ b: plain }), meansSame: () => true } }],
  ['a a config validator names d', { a: inside({ b: plain }, { configValidators: [exactlyOneOf('b', 'd')] }) }],
  ['a is made by timeouts(…)', { a: timeouts({ create: 'x' }) }],
  ['timeouts has a default for create that is none', { timeouts: timeouts({ create: 'x' }, { create: 'soon' }) }],
  ['timeouts has a default for create that is none', { timeouts: timeouts({ create: 'x' }, { create: '0s' }) }],
])('in a block, %s', (mistake, attributes) => {
  expect(mistakes(attributes)).toEqual([expect.stringContaining(mistake)]);
});

it('what surrounds an attribute counts two levels deep', () => {
  const deep = (part: object, outer: typeof inside) => mistakes({ a: outer({ b: inside({ c: part }) }) });
  const written = (attributes: object) => inside(attributes, { writeOnly: true });

  expect(deep(secret, below as never)).toEqual([expect.stringMatching(/^a\.b\.c is write-only inside of a set/)]);
  expect(deep(made, written)).toEqual([expect.stringMatching(/^a\.b\.c is inside of a write-only attribute/)]);
  expect(deep({ ...plain, unknownAfterImport: true }, inside)).toHaveLength(1);
});

it('what works in resources only is told in other blocks', () => {
  const a = { ...secret, default: 'x', computed: true };

  expect(mistakes({ a }, DATA_SOURCE)).toEqual([
    expect.stringContaining('a has default, which works in resources only'),
    expect.stringContaining('a has writeOnly, which works in resources and actions only'),
    expect.stringContaining('a is write-only, and so neither computed'),
  ]);
  expect(mistakes({ a: string({ ...optional, writeOnly: false }) }, DATA_SOURCE)).toEqual([]);
  expect(mistakes({ a: made }, { ...DATA_SOURCE, computes: false })).toHaveLength(1);
});

describe('a default', () => {
  it('fits its type and passes its validators, at its place', () => {
    const infinite = number({ default: Number.POSITIVE_INFINITY, description });

    expect(mistakes({ a: infinite })).toEqual(['a has a default that does not fit: it is not a number.']);
    expect(mistakes({ a: zero })).toEqual(['a has a default that it refuses: It must be at least 1; got 0.']);
    expect(mistakes({ a: inside({ b: zero }) })).toEqual([
      'a.b has a default that it refuses: a.b: It must be at least 1; got 0.',
    ]);
  });

  it('may be warned about, and must not make a validator throw', () => {
    const warns = (_value: unknown, at: Path, all: Diagnostics) => all.warn('', 'It is odd.', at);
    const throws = () => {
      throw new Error('boom');
    };

    expect(mistakes({ a: string({ default: 'x', description, validators: [warns] }) })).toEqual([]);
    expect(mistakes({ a: string({ default: 'x', description, validators: [throws] }) })).toEqual([
      'a has a default for which a validator throws: boom',
    ]);
  });
});

it.each([
  ['list', listNested],
  ['set', setNested],
  ['map', mapNested],
])('useStateForUnknown below a %s is refused with the modifier that is right', (_, builder) => {
  const nested = builder as typeof listNested;
  const of = (modifier: PlanModifier) => ({
    l: nested({
      ...optional,
      attributes: { k: { ...made, planModifiers: [modifier, requiresReplaceIfConfigured()] } },
    }),
  });

  expect(mistakes(of(useStateForUnknown()))).toEqual([
    expect.stringMatching(/^l.*k has useStateForUnknown\(\) below a list, .*: use useNonNullStateForUnknown\(\)\.$/),
  ]);
  expect(mistakes(of(useNonNullStateForUnknown()))).toEqual([]);
});
