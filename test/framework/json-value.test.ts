import { describe, expect, it } from 'vitest';
import { Dynamic, type Type } from '../../framework';
import { fromJson, parseJson } from '../../framework/json-value';
import { inert } from '../support/inert';

const read = (text: string, type: Type) => fromJson(parseJson(text), type);

describe('fromJson', () => {
  it.each<[string, string, Type, unknown]>([
    ['null', 'null', 'string', null],
    ['a missing attribute as null', '{}', ['object', { a: 'string' }], { a: null }],
    ['an attribute that is no more as nothing', '{"a":"x","old":1}', ['object', { a: 'string' }], { a: 'x' }],
    ['an integer beyond doubles', '[9223372036854775807]', ['list', 'number'], [9223372036854775807n]],
    ['a map', '{"k":true}', ['map', 'bool'], { k: true }],
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
    [['list', ['object', { n: 'number' }]], '[{"n":"hush"}]', /^state\.part\[0\]\.n is not a number$/],
    [['tuple', ['string']], '["hush","hush"]', /^state\.part has 2 elements, not 1$/],
    [['tuple', ['string', 'string']], '["hush"]', /^state\.part has 1 elements, not 2$/],
    ['dynamic', '{"type":"hush","value":1}', /^state\.part brings no valid type$/],
    ['dynamic', '{"type":null,"value":1}', /^state\.part brings no valid type$/],
  ])('names the place of a value that does not fit %j, and not the value', (type, json, message) => {
    expect(() => read(`{"part":${json}}`, ['object', { part: type }])).toThrow(message);
  });
});
