import { expect, it } from 'vitest';
import { isAttributeType, parseType } from '../../../../framework/values/type';

it.each([
  '"string"',
  '"number"',
  '["list","string"]',
  '["set",["map","dynamic"]]',
  '["tuple",[]]',
  '["tuple",["string",["list","bool"]]]',
  '["object",{}]',
])('%s is a type', (json) => {
  expect(JSON.stringify(parseType(json))).toBe(json);
});

it.each([
  ['"int64"'],
  ['""'],
  ['null'],
  ['{}'],
  ['["bag","string"]'],
  ['["list","bag"]', '"bag"'],
  ['["map",null]', 'null'],
  ['["tuple","string"]'],
  ['["tuple",{"a":"string"}]'],
  ['["object",null]'],
  ['["object",["string"]]'],
])('%s is none, and the error quotes what is none', (json, quoted = json) => {
  expect(() => parseType(json)).toThrow(new TypeError(`not a type: ${quoted}`));
});

it('an attribute may have an int64, and nothing dynamic', () => {
  const types = [
    'int64',
    ['list', 'int64'],
    'string',
    'number',
    'bool',
    'dynamic',
    ['object', { a: 'dynamic' }],
    undefined,
  ];

  expect(types.map(isAttributeType)).toEqual([true, true, true, true, true, false, false, false]);
});
