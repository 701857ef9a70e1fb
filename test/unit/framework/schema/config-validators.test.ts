import { expect, it } from 'vitest';
import { Diagnostics, path, UNKNOWN } from '../../../../framework';
import {
  atLeastOneOf,
  type ConfigValidator,
  conflicting,
  exactlyOneOf,
  isSet,
  maySet,
  requiredTogether,
} from '../../../../framework/schema/config-validators';

/** The problems of a configuration of `a`, `b` and `c`. */
function problems(validator: ConfigValidator<never>, config: object) {
  const diagnostics = new Diagnostics();
  validator({ a: null, b: null, c: null, ...config } as never, diagnostics);
  return diagnostics.all;
}

const error = (summary: string, detail: string, at: string) => [{ severity: 'error', summary, detail, path: path(at) }];

it.each<[ConfigValidator<never>, object, string, string, string]>([
  [conflicting('a', 'b'), { a: 'x', b: '' }, 'Conflicting attributes', 'Set a or b, not both.', 'b'],
  [
    conflicting('a', 'b', 'c'),
    { b: [], c: 0 },
    'Conflicting attributes',
    'Set a, b or c, not more than one of them.',
    'c',
  ],
  [
    conflicting('a', 'b', 'c'),
    { a: 1, b: 1, c: 1 },
    'Conflicting attributes',
    'Set a, b or c, not more than one of them.',
    'b',
  ],
  [atLeastOneOf('a', 'b'), {}, 'Missing a', 'Set a or b.', 'a'],
  [atLeastOneOf('b', 'a', 'c'), {}, 'Missing b', 'Set b, a or c.', 'b'],
  [exactlyOneOf('a', 'b'), {}, 'Missing a', 'Set a or b.', 'a'],
  [exactlyOneOf('a', 'b'), { a: 1, b: false }, 'Conflicting attributes', 'Set a or b, not both.', 'b'],
  [requiredTogether('a', 'b'), { b: 'x' }, 'Missing a', 'Set a, b together, or none of them; a is missing.', 'a'],
  [
    requiredTogether('a', 'b', 'c'),
    { a: 'x' },
    'Missing b',
    'Set a, b, c together, or none of them; b, c are missing.',
    'b',
  ],
  [
    requiredTogether('a', 'b', 'c'),
    { a: 'x', b: UNKNOWN },
    'Missing c',
    'Set a, b, c together, or none of them; c is missing.',
    'c',
  ],
])('%# a mistake is told as a whole', (validator, config, summary, detail, at) => {
  expect(problems(validator, config)).toEqual(error(summary, detail, at));
});

it.each<[ConfigValidator<never>, object]>([
  [conflicting('a', 'b'), { a: 'x', b: UNKNOWN }],
  [conflicting('a', 'b'), { a: 'x', c: 'x' }],
  [conflicting('a', 'b'), {}],
  [atLeastOneOf('a', 'b'), { b: UNKNOWN }],
  [atLeastOneOf('a', 'b'), { a: 'x', b: 'x' }],
  [exactlyOneOf('a', 'b'), { b: 'x' }],
  [exactlyOneOf('a', 'b'), { b: UNKNOWN }],
  [requiredTogether('a', 'b'), { c: 'x' }],
  [requiredTogether('a', 'b'), { a: 'x', b: 'x' }],
  [requiredTogether('a', 'b'), { a: UNKNOWN }],
  [requiredTogether('a', 'b'), { a: '', b: UNKNOWN }],
])('%# what is right, or not known yet, passes', (validator, config) => {
  expect(problems(validator, config)).toEqual([]);
});

it('a validator tells its attributes', () => {
  expect([conflicting, atLeastOneOf, exactlyOneOf, requiredTogether].map((make) => make('a', 'b').names)).toEqual(
    Array(4).fill(['a', 'b']),
  );
});

it('empty texts are set, and what is unknown may be', () => {
  const values = ['', 0, false, UNKNOWN, null, undefined];

  expect(values.map(isSet)).toEqual([true, true, true, false, false, false]);
  expect(values.map(maySet)).toEqual([true, true, true, true, false, false]);
});
