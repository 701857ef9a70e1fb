import { encode as rawEncode } from '@msgpack/msgpack';
import { expect, it } from 'vitest';
import { Dynamic, type Type, type Value } from '../../../../../framework';
import { decode } from '../../../../../framework/protocol/value/decode';
import { encode } from '../../../../../framework/protocol/value/encode';

const CANARY = 'hunter2';
const OBJECT: Type = ['object', { name: 'string', tags: ['map', 'number'], list: ['list', 'bool'] }];
/** An object with something before its text. */
const AFTER = (type: Type): Type => ['object', { a: type, b: 'string' }];
const EXACTLY = 'the value: an object of exactly 3 attributes is required';
const NONE = { name: null, tags: null, list: null };

it.each<[what: string, type: Type, raw: unknown, message: string]>([
  ['a number for a string', 'string', 5, 'the value: a string is required'],
  ['a string for a bool', 'bool', CANARY, 'the value: a bool is required'],
  ['a word for a number', 'number', CANARY, 'the value: a number is required'],
  ['NaN', 'number', Number.NaN, 'the value: a number is required'],
  ['text for an object', OBJECT, CANARY, 'the value: an object is required'],
  ['a missing attribute', OBJECT, { name: CANARY, tags: null }, 'list: an attribute, even if null, is required'],
  ['an attribute too many', OBJECT, { ...NONE, [CANARY]: 1 }, EXACTLY],
  ['an attribute too many and one too few', OBJECT, { name: null, tags: null, more: null }, EXACTLY],
  ['a word in a map of numbers', OBJECT, { ...NONE, tags: { a: CANARY } }, 'tags["a"]: a number is required'],
  ['a word in a list of bools', OBJECT, { ...NONE, list: [true, CANARY] }, 'list[1]: a bool is required'],
  ['a number after a dynamic', AFTER('dynamic'), { a: ['["list","bool"]', [true]], b: 5 }, 'b: a string is required'],
  ['a map for a list', ['set', 'bool'], { a: CANARY }, 'the value: a set is required'],
  ['a list for a map', ['map', 'bool'], [CANARY], 'the value: a map is required'],
  ['a tuple of another length', ['tuple', ['bool', 'bool']], [true], 'the value: a tuple of 2 elements is required'],
  ['a dynamic without a type', 'dynamic', CANARY, 'the value: a value with its type is required'],
  ['a dynamic of no type', 'dynamic', [CANARY, 1], 'the value: a type in JSON is required'],
  ['a part of a dynamic', 'dynamic', ['["list","bool"]', [CANARY]], '[0]: a bool is required'],
])('a value is refused when decoding %s, by place and not by value', (_what, type, raw, message) => {
  expect(() => decode(rawEncode(raw), type)).toThrow(expect.objectContaining({ name: 'ValueError', message }));
});

it.each<[what: string, type: Type, value: Value, message: string]>([
  ['a number for a string', 'string', 5, 'the value: a string is required'],
  ['half a character', OBJECT, { ...NONE, name: '\ud83d' }, 'name: a string of valid Unicode is required'],
  ['NaN', 'number', Number.NaN, 'the value: a number is required'],
  ['a missing attribute', OBJECT, { name: null, tags: null }, 'list: an attribute, even if null, is required'],
  ['an attribute too many', OBJECT, { ...NONE, more: CANARY }, EXACTLY],
  ['a list for a map', ['map', 'string'], [CANARY], 'the value: a map is required'],
  ['a map for a list', ['list', 'string'], { a: CANARY }, 'the value: a list is required'],
  ['a bare value for a dynamic', 'dynamic', CANARY, 'the value: a value with its type is required'],
  ['a wrong part of a dynamic', 'dynamic', new Dynamic(['map', 'bool'], { a: CANARY }), '["a"]: a bool is required'],
])('a value is refused when encoding %s, by place and not by value', (_what, type, value, message) => {
  expect(() => encode(value, type)).toThrow(expect.objectContaining({ name: 'ValueError', message }));
});
