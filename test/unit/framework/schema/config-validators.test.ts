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

const error = (summary: string, at: string) => [{ severity: 'error', summary, path: path(at) }];
const conflict = (at: string) => error('Conflicting attributes', at);

it.each<[ConfigValidator<never>, config: object, found: object[]]>([
  [conflicting('a', 'b'), { a: 'x', b: '' }, conflict('b')],
  [conflicting('a', 'b', 'c'), { b: [], c: 0 }, conflict('c')],
  [conflicting('a', 'b', 'c'), { a: 1, b: 1, c: 1 }, conflict('b')],
  [conflicting('a', 'b'), { a: 'x', b: UNKNOWN }, []],
  [conflicting('a', 'b'), { a: 'x', c: 'x' }, []],
  [conflicting('a', 'b'), {}, []],
  [atLeastOneOf('a', 'b'), {}, error('Missing a', 'a')],
  [atLeastOneOf('b', 'a', 'c'), {}, error('Missing b', 'b')],
  [atLeastOneOf('a', 'b'), { b: UNKNOWN }, []],
  [atLeastOneOf('a', 'b'), { a: 'x', b: 'x' }, []],
  [exactlyOneOf('a', 'b'), {}, error('Missing a', 'a')],
  [exactlyOneOf('a', 'b'), { a: 1, b: false }, conflict('b')],
  [exactlyOneOf('a', 'b'), { b: 'x' }, []],
  [exactlyOneOf('a', 'b'), { b: UNKNOWN }, []],
  [requiredTogether('a', 'b'), { b: 'x' }, error('Missing a', 'a')],
  [requiredTogether('a', 'b', 'c'), { a: 'x' }, error('Missing b', 'b')],
  [requiredTogether('a', 'b', 'c'), { a: 'x', b: UNKNOWN }, error('Missing c', 'c')],
  [requiredTogether('a', 'b'), { c: 'x' }, []],
  [requiredTogether('a', 'b'), { a: 'x', b: 'x' }, []],
  [requiredTogether('a', 'b'), { a: UNKNOWN }, []],
  [requiredTogether('a', 'b'), { a: '', b: UNKNOWN }, []],
])('%# a configuration is right, not known yet, or told as a whole', (validator, config, found) => {
  expect(problems(validator, config)).toMatchObject(found);
});
it('empty texts are set, and what is unknown may be', () => {
  const values = ['', 0, false, UNKNOWN, null, undefined];

  expect(values.map(isSet)).toEqual([true, true, true, false, false, false]);
  expect(values.map(maySet)).toEqual([true, true, true, true, false, false]);
});
