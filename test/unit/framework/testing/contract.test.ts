import { describe, expect, it } from 'vitest';
import { type Attributes, UNKNOWN, Unknown, type Value } from '../../../../framework';
import {
  at,
  finalPlanViolations,
  identityViolations,
  plannedIdentityViolations,
  planViolations,
  replaceViolations,
  resultViolations,
  stateViolations,
  writeOnlyViolations,
} from '../../../../framework/testing/contract';

const description = '';
const inner: Attributes = {
  size: { type: 'string', optional: true, description },
  made: { type: 'string', computed: true, description },
  secret: { type: 'string', optional: true, writeOnly: true, description },
};
const attributes: Attributes = {
  name: { type: 'string', required: true, description },
  note: { type: 'string', optional: true, computed: true, description },
  id: { type: 'string', computed: true, description },
  kind: { type: 'string', optional: true, description },
  tags: { type: ['set', 'string'], optional: true, description },
  one: { type: { nesting: 'single', attributes: inner }, optional: true, description },
  many: { type: { nesting: 'list', attributes: inner }, optional: true, description },
};

const part = (more: object = {}): Value => ({ size: 'a', made: null, secret: null, ...more }) as Value;
const object = (more: object = {}): Value =>
  ({ name: 'n', note: null, id: null, kind: null, tags: null, one: null, many: null, ...more }) as Value;

const MISMATCH = 'planned is null where config is not, or the other way round';
const neither = (name: string) => `${name} is planned neither as configured nor as it was`;
const UNASKED = 'kind is planned though it is not configured and not computed';
const [ONE, SECRET] = [{ one: part() }, { one: part({ secret: 's' }) }];

it.each<[what: string, config: object | null, prior: object | null, planned: object | null, violation?: string]>([
  ['as configured', {}, null, {}],
  ['of what the provider computes', {}, null, { id: UNKNOWN, note: 'x' }],
  ['of a destroy', null, {}, null],
  ['of nothing for something', {}, null, null, MISMATCH],
  ['of something for nothing', null, null, {}, MISMATCH],
  ['of another value', {}, null, { name: 'm' }, neither('name')],
  ['as it was', { name: 'N' }, { name: 'n' }, { name: 'n' }],
  ['as it was, of what is configured no more', {}, { kind: 'k' }, { kind: 'k' }, UNASKED],
  ['over what is configured', { note: 'c' }, null, { note: 'x' }, neither('note')],
  ['of what nobody computes', {}, null, { kind: UNKNOWN }, UNASKED],
  ['of a nested object', ONE, null, { one: part({ made: UNKNOWN }) }],
  ['of another nested value', ONE, null, { one: part({ size: 'b' }) }, neither('one.size')],
  ['as the nested value was', { one: part({ size: 'A' }) }, ONE, { one: part({ made: 'x' }) }],
  ['without a nested object', ONE, null, {}, 'one is configured and not planned'],
  ['of an unknown nested object', ONE, null, { one: UNKNOWN }, 'one is configured and not planned'],
  ['of more elements', { many: [part()] }, null, { many: [part(), part()] }, 'many[1] is added or missing'],
  [
    'of an element that is unknown in the configuration, beside one that is computed in part',
    { many: [UNKNOWN, part()] },
    null,
    { many: [new Unknown(), part({ made: UNKNOWN })] },
  ],
  ['of fewer elements', { many: [part(), part()] }, null, { many: [part()] }, 'many[1] is added or missing'],
  ['of a write-only value', SECRET, null, SECRET, 'one.secret is write-only and not null'],
  ['without a write-only value', SECRET, null, ONE],
])('a plan %s', (_what, ...values) => {
  const [config, prior, planned] = values.slice(0, 3).map((one) => one && object(one as object)) as Value[];

  const violations = planViolations(attributes, config ?? null, prior ?? null, planned ?? null);
  expect(violations).toEqual(values[3] === undefined ? [] : [values[3]]);
});

const UNRELATED = 'the result.tags: a planned set element does not correlate with any element in actual';

describe('a result', () => {
  it.each<[what: string, planned: object | null, result: object | null, violations: string[]]>([
    ['as planned', {}, {}, []],
    ['of what was unknown', { id: UNKNOWN }, { id: 'x' }, []],
    ['of a delete', null, null, []],
    ['left after a delete', null, {}, ['something is left after a delete']],
    ['that is nothing', {}, null, ['nothing is there after an apply']],
    ['that is another one', { name: 'a' }, { name: 'b' }, ['the result.name: was one value, but now another']],
    ['where there was none', {}, { kind: 'k' }, ['the result.kind: was null, but now is not']],
    ['of none where there was one', { kind: 'k' }, {}, ['the result.kind: was not null, but now null']],
    ['that is unknown', { kind: 'k' }, { kind: UNKNOWN }, ['the result.kind: was known, but now unknown']],
    ['of another length', { many: [part()] }, { many: [] }, ['the result.many: length changed from 1 to 0']],
    [
      'of another element',
      { many: [part(), part()] },
      { many: [part(), part({ size: 'b' })] },
      ['the result.many[1].size: was one value, but now another'],
    ],
    ['of a set in another order', { tags: ['a', 'b'] }, { tags: ['b', 'a'] }, []],
    ['of a set with more in it', { tags: ['a'] }, { tags: ['a', 'b'] }, [UNRELATED]],
    ['of a set with less in it', { tags: ['a', 'b'] }, { tags: ['a'] }, [UNRELATED]],
    ['of a set that was unknown in part', { tags: [UNKNOWN] }, { tags: ['a'] }, []],
  ])('%s', (_what, planned, result, violations) => {
    const [before, after] = [planned && object(planned), result && object(result)];

    expect(resultViolations(attributes, before, after)).toEqual(violations);
    const both = planned !== null && result !== null;
    if (both)
      expect(finalPlanViolations(attributes, before, after)).toEqual(
        violations.map((one) => one.replace('the result', 'the final plan')),
      );
  });

  it('has the attributes that were planned', () => {
    const short = { ...(object() as object) } as Record<string, Value>;
    delete short.kind;

    expect(resultViolations(attributes, object(), short)).toEqual(['the result.kind: was present, but now absent']);
    expect(resultViolations(attributes, short, object())).toEqual(['the result.kind: was absent, but now present']);
  });
});

it('a state is wholly known, and has no write-only value', () => {
  expect(stateViolations(attributes, null)).toEqual([]);
  expect(stateViolations(attributes, object())).toEqual([]);
  expect(stateViolations(attributes, object({ id: UNKNOWN, many: [part(), part({ secret: 's' })] }))).toEqual([
    'many[1].secret is write-only and not null',
    'the state is not wholly known',
  ]);
  expect(writeOnlyViolations(inner, part({ secret: 's' }))).toEqual(['secret is write-only and not null']);
});
it('paths that replace are somewhere', () => {
  const paths = [
    [{ attribute: 'many' }, { index: 0 }, { attribute: 'size' }],
    [{ attribute: 'many' }, { index: 1 }],
  ];

  expect(replaceViolations(paths, null, object())).toEqual([]);
  expect(replaceViolations(paths, object({ many: [part(), part()] }), object())).toEqual([]);
  expect(replaceViolations(paths, object(), object({ many: [part()] }))).toEqual([
    'requires_replace names many[1], which is nowhere',
  ]);
  expect(at(object({ one: part() }), [{ attribute: 'one' }, { key: 'size' }])).toBe('a');
  expect(at(object(), [{ attribute: 'name' }, { index: 0 }])).toBeUndefined();
});

it('what exists has a known identity, and what is planned none that is unknown', () => {
  expect(identityViolations(undefined, { exists: false })).toEqual([]);
  expect(identityViolations(undefined, { exists: true })).toEqual(['there is no identity']);
  expect(identityViolations({ id: UNKNOWN }, { exists: true })).toEqual(['the identity is not wholly known']);
  expect(identityViolations({ id: 'x' }, { exists: true })).toEqual([]);
  expect(plannedIdentityViolations(undefined, null)).toEqual([]);
  expect(plannedIdentityViolations(undefined, object())).toEqual(['there is no identity']);
  expect(plannedIdentityViolations({ id: UNKNOWN }, null)).toEqual(['the identity is not wholly known']);
});
