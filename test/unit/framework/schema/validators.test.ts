import { describe, expect, it } from 'vitest';
import { Decimal, Diagnostics, formatPath, path, type Validator, type Value } from '../../../../framework';
import {
  atLeast,
  atMost,
  between,
  duration,
  keysAre,
  lengthAtLeast,
  lengthAtMost,
  lengthBetween,
  noneOf,
  oneOf,
  regexMatches,
  regularExpression,
  sizeAtLeast,
  sizeAtMost,
  sizeBetween,
  textThat,
  timestamp,
  valuesAre,
} from '../../../../framework/schema/validators';
import { gotOf } from '../../../../framework/values/quote-value';

/** Details of what a validator finds wrong with a value. */
function problems(validator: Validator<never>, value: Value): readonly string[] {
  const diagnostics = new Diagnostics();
  validator(value as never, path('it'), diagnostics, gotOf(false));
  expect(diagnostics.all.every((one) => one.summary === 'Invalid value' && formatPath(one.path ?? []) === 'it')).toBe(
    true,
  );
  return diagnostics.all.map(({ detail }) => detail);
}

describe.each<[string, Validator<never>, readonly Value[], readonly Value[]]>([
  ['lengthAtLeast', lengthAtLeast(2), ['ab', '😀😀'], ['', '😀']],
  ['lengthAtMost', lengthAtMost(1), ['', '😀'], ['ab']],
  ['lengthBetween', lengthBetween(1, 2), ['a', 'ab'], ['', 'abc']],
  ['regexMatches', regexMatches(/^a+$/g), ['a', 'aa'], ['', 'b']],
  ['regexMatches at the start', regexMatches(/a/y), ['a', 'ab', 'a'], ['', 'ba', 'ba']],
  ['noneOf', noneOf('one', 'two'), ['three'], ['one']],
  ['oneOf numbers', oneOf(1, 2n), [1, 1n, 2, new Decimal('2.0')], [3, 1.5]],
  ['oneOf', oneOf('one', 'two'), ['one', 'two'], ['', 'One', 'three']],
  ['oneOf in another form of Unicode than that of the host', oneOf('e\u0301'), ['\u00e9'], ['e']],
  ['duration', duration(1_000), ['1s', '1h30m', '1.5m'], ['999ms', '1', '-1s', 'soon']],
  [
    'timestamp',
    timestamp(),
    ['2026-03-01T12:00:00Z', '2026-03-01t12:00:00.5+01:00', '2024-02-29T23:59:59Z'],
    ['2026-03-01', '2026-13-01T12:00:00Z', '2026-02-29T12:00:00Z', '2026-03-01T24:00:00Z', 'March 1, 2026'],
  ],
  ['atLeast', atLeast(1), [1, 1n, 2n ** 63n, new Decimal('1.1')], [0, new Decimal('0.9')]],
  ['atMost', atMost(2n ** 60n), [2n ** 60n, 0], [2n ** 60n + 1n, new Decimal('1152921504606846976.5')]],
  ['between', between(1, 3), [1, 3, 3n, 1.5], [0, 4]],
  ['sizeAtLeast', sizeAtLeast(1), [['a'], { a: 'b' }], [[], {}]],
  ['sizeAtMost', sizeAtMost(1), [[], ['a']], [['a', 'b'], { a: 'b', c: 'd' }]],
  ['sizeBetween', sizeBetween(1, 2), [['a', 'b']], [[], ['a', 'b', 'c']]],
  ['valuesAre', valuesAre(lengthAtLeast(1)), [[], ['a'], { a: 'b', c: null }], [['a', ''], { a: '' }]],
  ['keysAre', keysAre(lengthAtMost(1)), [{}, { a: '' }], [{ ab: '' }]],
  ['regularExpression', regularExpression(), ['^a+$', ''], ['(', '\\-']],
  ['textThat', textThat((text) => (text === 'a' ? undefined : 'It must be a.')), ['a'], ['b']],
])('%s', (_name, validator, right, wrong) => {
  it.each(right.map((value) => [value]))('takes %o', (value) => {
    expect(problems(validator, value)).toEqual([]);
  });

  it.each(wrong.map((value) => [value]))('refuses %o', (value) => {
    expect(problems(validator, value)).toHaveLength(1);
  });
});

it('a validator of elements or keys may not be async', () => {
  const later = (async () => {}) as () => never;

  expect(() => problems(valuesAre(later), ['a'])).toThrow('A validator of it returned a Promise');
  expect(() => problems(keysAre(later), { a: '' })).toThrow('A validator of it returned a Promise');
});

it.each<[Validator<never>, Value, says: string]>([
  [lengthAtLeast(2), '', 'at least 2 characters, and has 0.'],
  [lengthBetween(1, 1), 'ab', 'from 1 to 1 characters, and has 2.'],
  [lengthBetween(1, 2), '', 'must not be empty.'],
  [regexMatches(/^a$/), 'b', 'must match /^a$/.'],
  [regexMatches(/^a$/, 'It must be a.'), 'b', 'It must be a.'],
  [oneOf('a', 'b'), 'c', 'one of "a", "b"; got "c".'],
  [noneOf('a', 'b'), 'b', 'none of "a", "b"; got "b".'],
  [between(1, 2), 3, 'from 1 to 2; got 3.'],
  [sizeAtLeast(2), ['a'], 'at least 2 elements, and has 1.'],
  [valuesAre(lengthAtLeast(1)), ['', ''], 'Of its elements: It must not be empty.'],
  [keysAre(oneOf('a')), { b: '' }, 'Of its keys: It must be one of "a"; got "b".'],
  [duration(500), '499ms', 'at least 500ms; got "499ms".'],
])('%# says what it wants, once', (validator, value, says) => {
  expect(problems(validator, value)).toEqual([expect.stringContaining(says)]);
});

it('limits may be those of all that there is', () => {
  for (const value of [10n ** 30n, new Decimal('2e600000000'), new Decimal('-2e600000000'), Infinity, -Infinity])
    expect(problems(between(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY), value)).toEqual([]);
  expect(problems(between(Number.NEGATIVE_INFINITY, 10), new Decimal('1e309'))).not.toEqual([]);
  expect(problems(between(10, Number.POSITIVE_INFINITY), new Decimal('-1e309'))).not.toEqual([]);
  expect(problems(duration(), '0')).toEqual([]);
  expect(problems(lengthAtLeast(0), '')).toEqual([]);
  expect(problems(sizeAtMost(0), [])).toEqual([]);
});

it('a validator has the mistake in its arguments, or none', () => {
  const all = [
    between(1, 1),
    between(2n, 1),
    sizeAtMost(-1),
    lengthAtMost(0),
    atMost(-1),
    duration(0),
    oneOf('a'),
    valuesAre(lengthAtLeast(0), lengthAtLeast(-1)),
    keysAre(lengthAtLeast(0)),
  ];

  expect(all.map(({ mistake }) => mistake)).toEqual([
    undefined,
    'its limits are from 2 to 1',
    'its limits are at most -1',
    undefined,
    undefined,
    undefined,
    undefined,
    'its limits are at least -1',
    undefined,
  ]);
});
