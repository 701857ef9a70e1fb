import { expect, it } from 'vitest';
import { Dynamic, type Path, type Type } from '../../../../framework';
import { fromJson, parseJson } from '../../../../framework/values/json-value';
import { inert } from '../../../support/inert';

const read = (text: string, type: Type) => fromJson(parseJson(text), type);

it.each<[string, string, Type, unknown]>([
  ['null', 'null', 'string', null],
  ['a missing attribute as null', '{}', ['object', { a: 'string' }], { a: null }],
  ['an attribute that is no more as nothing', '{"a":"x","old":1}', ['object', { a: 'string' }], { a: 'x' }],
  ['an integer beyond doubles', '[9223372036854775807]', ['list', 'number'], [9223372036854775807n]],
  ['an int64 as a bigint', '7', 'int64', 7n],
  ['a number written as text', '["7","1.5","-2e3"]', ['list', 'number'], [7, 1.5, -2000]],
  ['an int64 written as text', '"9223372036854775807"', 'int64', 9223372036854775807n],
  ['a dynamic value without a value', '{"type":"string"}', 'dynamic', new Dynamic('string', null)],
  ['a tuple of nothing', '[]', ['tuple', []], []],
  ['a tuple', '["a",1]', ['tuple', ['string', 'number']], ['a', 1]],
  ['a dynamic value', '{"value":["a"],"type":["list","string"]}', 'dynamic', new Dynamic(['list', 'string'], ['a'])],
])('reads %s', (_name, text, type, value) => {
  expect(read(text, type)).toEqual(value);
});

it('F5: reads keys that every object inherits like any others, also when they are missing', () => {
  const map = read('{"__proto__":"a","constructor":"b","toString":"c"}', ['map', 'string']) as Record<string, string>;

  expect(Object.entries(map)).toEqual([
    ['__proto__', 'a'],
    ['constructor', 'b'],
    ['toString', 'c'],
  ]);
  expect(read('{}', JSON.parse('["object",{"constructor":"string"}]'))).toStrictEqual(
    inert(JSON.parse('{"constructor":null}')),
  );
});

it.each<[Type, string, RegExp]>([
  [['tuple', ['string']], '["hush","hush"]', /^state\.part has 2 elements, not 1$/],
  [['tuple', ['string', 'string']], '["hush"]', /^state\.part has 1 elements, not 2$/],
  [['object', { n: 'string' }], '["hush"]', /^state\.part is not an object$/],
  [['map', 'bool'], '["hush"]', /^state\.part is not a map$/],
  [['map', 'bool'], '{"k":"hush"}', /^state\.part\["k"\] is not a bool$/],
  [['set', 'string'], '"hush"', /^state\.part is not a set$/],
  [['set', 'string'], '["hush",true]', /^state\.part\[1\] is not a string$/],
  ['int64', '"hush"', /^state\.part is not a number$/],
  ['number', '"0x7"', /^state\.part is not a number$/],
  ['number', '""', /^state\.part is not a number$/],
  ['dynamic', '"hush"', /^state\.part brings no type$/],
  ['dynamic', '{"value":"hush"}', /^state\.part brings no type$/],
  ['dynamic', '{"type":"bool","value":"hush"}', /^state\.part is not a bool$/],
  ['dynamic', '{"type":"hush","value":1}', /^state\.part brings no valid type$/],
  ['dynamic', '{"type":null,"value":1}', /^state\.part brings no valid type$/],
])('names the place of a value that does not fit %j, and not the value', (type, json, message) => {
  expect(() => read(`{"part":${json}}`, ['object', { part: type }])).toThrow(message);
});

it('a part that does not fit is named in what the caller says, and as far as the caller shows it', () => {
  const read = (shown?: (path: Path) => Path) => fromJson(['a', 1], ['list', 'string'], 'answer', shown);

  expect(() => read()).toThrow(new TypeError('answer[1] is not a string'));
  expect(() => read(() => [])).toThrow(new TypeError('answer is not a string'));
});
