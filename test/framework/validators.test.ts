import { describe, expect, it } from 'vitest';
import { conflict } from '../../framework/config';
import { Diagnostics } from '../../framework/diagnostic';
import { formatPath, path } from '../../framework/path';
import type { Validator } from '../../framework/schema';
import {
  duration,
  notEmpty,
  oneOf,
  regularExpression,
  someStrings,
  textThat,
  timestamp,
  wholeNumber,
} from '../../framework/validators';
import { UNKNOWN, type Value } from '../../framework/value';

/** Details of what a validator finds wrong with a value. */
function problems(validator: Validator, value: Value): readonly string[] {
  const diagnostics = new Diagnostics();
  validator(value, path('it'), diagnostics);
  expect(diagnostics.all.every((one) => one.summary === 'Invalid value' && formatPath(one.path ?? []) === 'it')).toBe(
    true,
  );
  return diagnostics.all.map(({ detail }) => detail);
}

describe.each<[string, Validator, readonly Value[], readonly Value[]]>([
  ['notEmpty', notEmpty(), ['a', ' '], ['']],
  ['oneOf', oneOf('one', 'two'), ['one', 'two'], ['', 'One', 'three']],
  ['duration', duration(1_000), ['1s', '1h30m', '1.5m'], ['999ms', '1', '-1s', 'soon']],
  [
    'timestamp',
    timestamp(),
    ['2026-03-01T12:00:00Z', '2026-03-01t12:00:00.5+01:00'],
    ['2026-03-01', '2026-13-01T12:00:00Z'],
  ],
  ['wholeNumber', wholeNumber(1n, 3n), [1, 3, 3n], [0, 4, 1.5]],
  ['someStrings', someStrings(), [['a']], [[], [''], [null]]],
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

it('a whole number may be the largest of 64 bits, and no larger', () => {
  expect(problems(wholeNumber(0n), 2n ** 63n - 1n)).toEqual([]);
  expect(problems(wholeNumber(0n), 2n ** 63n)).toEqual([
    'It must be a whole number from 0 to 9223372036854775807; got 9223372036854775808.',
  ]);
});

it('the error for an empty text quotes nothing, other errors quote the text', () => {
  expect(problems(notEmpty(), '')).toEqual(['It must not be empty.']);
  expect(problems(oneOf('a', 'b'), 'c')).toEqual(['It must be one of "a", "b"; got "c".']);
});

it.each<[Value | typeof UNKNOWN, Value | typeof UNKNOWN, boolean]>([
  ['a', 'b', true],
  ['a', null, false],
  [null, 'b', false],
  ['a', UNKNOWN, false],
  [UNKNOWN, 'b', false],
])('%o and %o are in conflict: %s', (one, two, expected) => {
  const diagnostics = new Diagnostics();

  conflict({ one, two } as { one: string; two: string }, 'one', 'two', diagnostics);

  expect(diagnostics.all.map(({ detail }) => detail)).toEqual(expected ? ['Set one or two, not both.'] : []);
});
