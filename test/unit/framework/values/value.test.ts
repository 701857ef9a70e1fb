import { expect, it } from 'vitest';
import { Decimal, Dynamic, isWhollyKnown, nullUnknowns, UNKNOWN, type Value } from '../../../../framework/values/value';
import { inert } from '../../../support/inert';

it.each<[string, Value, boolean]>([
  ['null', null, true],
  ['a text', '', true],
  ['an unknown', UNKNOWN, false],
  ['an empty list', [], true],
  ['a list with an unknown', ['a', UNKNOWN], false],
  ['an object', { a: 'b', c: null }, true],
  ['an object with an unknown, deep inside', { a: { b: [{ c: UNKNOWN }] } }, false],
  ['a value of dynamic type', new Dynamic('string', 'a'), true],
  ['a value of dynamic type that is unknown', new Dynamic('string', UNKNOWN), false],
  ['a list of dynamic type with an unknown', new Dynamic(['list', 'string'], [UNKNOWN]), false],
])('whether nothing is unknown in %s', (_name, value, expected) => {
  expect(isWhollyKnown(value)).toBe(expected);
});

it('unknown parts become null, and everything else stays', () => {
  expect(nullUnknowns(UNKNOWN)).toBeNull();
  expect(nullUnknowns(['a', UNKNOWN, 1])).toEqual(['a', null, 1]);
  expect(nullUnknowns({ a: { b: UNKNOWN }, c: new Decimal('0.1') })).toEqual(
    inert({ a: inert({ b: null }), c: new Decimal('0.1') }),
  );
  expect(nullUnknowns(new Dynamic(['list', 'string'], [UNKNOWN]))).toEqual(new Dynamic(['list', 'string'], [null]));
});
