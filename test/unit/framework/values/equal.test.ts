import { expect, it } from 'vitest';
import { Dynamic, type Type, UNKNOWN, Unknown, type Value, valuesEqual } from '../../../../framework';

const OBJECT: Type = ['object', { a: 'string', s: ['set', 'string'] }];

it.each<[string, Value, Value, Type, boolean]>([
  ['null and null', null, null, 'string', true],
  ['null and empty text', null, '', 'string', false],
  ['null and an empty list', null, [], ['list', 'string'], false],
  ['two unknowns', UNKNOWN, new Unknown(new Uint8Array([1])), 'string', true],
  ['unknown and null', UNKNOWN, null, 'string', false],
  ['texts that are equal in NFC', 'e\u0301', '\u00e9', 'string', true],
  ['sets of them', ['e\u0301', 'b'], ['b', '\u00e9'], ['set', 'string'], true],
  ['maps with such keys', { 'e\u0301': 'x' }, { '\u00e9': 'x' }, ['map', 'string'], true],
  ['lists in another order', ['a', 'b'], ['b', 'a'], ['list', 'string'], false],
  ['sets in another order', ['a', 'b'], ['b', 'a'], ['set', 'string'], true],
  ['sets with a duplicate', ['a', 'b', 'b'], ['b', 'a'], ['set', 'string'], true],
  ['sets of which one has more', ['a', 'b'], ['a'], ['set', 'string'], false],
  ['sets of unknowns', [UNKNOWN, 'a'], ['a', new Unknown(new Uint8Array([1]))], ['set', 'string'], true],
  ['sets of objects', [{ a: 'x', s: ['1', '2'] }], [{ a: 'x', s: ['2', '1'] }], ['set', OBJECT], true],
  ['objects', { a: 'x', s: [] }, { a: 'x', s: [] }, OBJECT, true],
  ['maps with other keys', { a: '1' }, { b: '1' }, ['map', 'string'], false],
  [
    'maps of which one has a key that objects inherit',
    JSON.parse('{"__proto__":{}}'),
    { a: {} },
    ['map', ['map', 'string']],
    false,
  ],
  ['plain values without a type', { a: { b: [['x']] } }, { a: { b: [['x']] } }, 'dynamic', true],
  ['dynamic values of two types', new Dynamic('string', '1'), new Dynamic('number', 1), 'dynamic', false],
  ['a dynamic value and a plain one', new Dynamic('string', '1'), '1', 'dynamic', false],
  [
    'dynamic sets',
    new Dynamic(['set', 'string'], ['a', 'b']),
    new Dynamic(['set', 'string'], ['b', 'a']),
    'dynamic',
    true,
  ],
  ['a text and a number', '1', 1, 'dynamic', false],
  ['lists of which one has more', ['a'], ['a', 'b'], ['list', 'string'], false],
  ['lists of nulls', [null, 'a'], [null, 'a'], ['list', 'string'], true],
  ['sets with null', [null, 'a'], ['a', null], ['set', 'string'], true],
  ['sets of as many texts', ['a', 'b'], ['a', 'c'], ['set', 'string'], false],
  ['sets of sets', [['a', 'b'], ['c']], [['c'], ['b', 'a']], ['set', ['set', 'string']], true],
  ['sets of sets of which one has more', [['a'], ['b']], [['a']], ['set', ['set', 'string']], false],
  ['tuples', ['x', ['1', '2']], ['x', ['2', '1']], ['tuple', ['string', ['set', 'string']]], true],
  ['tuples of lists', [['1', '2']], [['2', '1']], ['tuple', [['list', 'string']]], false],
  ['objects with null and without', { a: null, s: [] }, { s: [] }, OBJECT, false],
  ['objects with nulls', { a: null, s: null }, { a: null, s: null }, OBJECT, true],
  ['objects with what their type does not have', { z: ['1', '2'] }, { z: ['2', '1'] }, OBJECT, false],
  ['objects whose names differ in NFC', { 'e\u0301': 'x' }, { '\u00e9': 'x' }, ['object', {}], false],
])('whether %s are equal', (_name, a, b, type, equal) => {
  expect(valuesEqual(a, b, type)).toBe(equal);
  expect(valuesEqual(b, a, type)).toBe(equal);
});
