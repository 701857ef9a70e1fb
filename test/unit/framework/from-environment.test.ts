import { expect, it } from 'vitest';
import { type Attribute, Diagnostics, lengthAtLeast, type Path, path } from '../../../framework';
import { fromEnvironment } from '../../../framework/from-environment';
import {
  bool,
  int64,
  list,
  map,
  number,
  set,
  setNested,
  singleNested,
  string,
} from '../../../framework/schema/attributes';
import { optional, required } from './definitions';

const text = string(optional);

function read(attribute: Attribute, value: string | undefined) {
  const diagnostics = new Diagnostics();
  const result = fromEnvironment('FAKE_', 'level', attribute, { FAKE_LEVEL: value }, diagnostics);
  return { result, problems: diagnostics.all.map(({ summary, detail }) => `${summary}: ${detail}`) };
}

it.each<[string, Attribute, string | undefined, unknown]>([
  ['text', text, 'a', 'a'],
  ['text', text, '', null],
  ['text', text, undefined, null],
  ['bool', bool(optional), '1', true],
  ['bool', bool(optional), 'true', true],
  ['bool', bool(optional), '0', false],
  ['bool', bool(optional), 'false', false],
  ['int64', int64(optional), '-9223372036854775808', -(2n ** 63n)],
  ['number', number(optional), '-1.5', -1.5],
  ['number', number(optional), '12', 12],
  ['map', map({ ...optional, elementType: 'string' }), '{"a":"b"}', { a: 'b' }],
  ['list', list({ ...optional, elementType: 'string' }), '["a","b"]', ['a', 'b']],
  ['set of int64', set({ ...optional, elementType: 'int64' }), '[7]', [7n]],
  ['object', singleNested({ ...optional, attributes: { a: text, b: text } }), '{"a":"b"}', { a: 'b', b: null }],
])('of the type %s it is read', (_type, attribute, value, expected) => {
  expect(read(attribute, value)).toEqual({ result: expected, problems: [] });
});

it('a wrong text is an error that names the variable, and quotes the text only if it is no secret', () => {
  expect(read(bool(optional), 'maybe').problems).toEqual([
    'Invalid FAKE_LEVEL: level comes from the environment variable FAKE_LEVEL. It must be true or false; got "maybe". Correct or unset the variable.',
  ]);
  const password = string({ ...optional, sensitive: true });
  const object = singleNested({ ...optional, attributes: { user: text, password } });
  expect(read(object, '{"password":"canary"').problems).toEqual([expect.not.stringContaining('canary')]);
  expect(read(bool(optional), 'constructor').result).toBe(null);
});

const [texts, map_, lists] = [
  list({ ...optional, elementType: 'string' }),
  map({ ...optional, elementType: 'string' }),
  map({ ...optional, elementType: ['list', 'bool'] }),
];

it.each<[Attribute, string, string]>([
  [int64(optional), '1.5', 'a whole number of 64 bits'],
  [int64(optional), '9223372036854775808', 'a whole number of 64 bits'],
  [number(optional), 'many', 'a number'],
  [number(optional), '1e5', 'a number'],
  [lists, '[]', 'a JSON object without null'],
  [lists, '{"a":[null]}', 'a JSON object without null'],
  [setNested({ ...optional, attributes: { a: text } }), '{}', 'a JSON array without null'],
  [texts, 'a,b', 'a JSON array of texts, such as ["…"]'],
  [texts, '{"a":"b"}', 'a JSON array of texts, such as ["…"]'],
  [texts, '["a",null]', 'a JSON array of texts, such as ["…"]'],
  [set({ ...optional, elementType: 'int64' }), '[1.5]', 'a JSON array without null'],
  [map_, '["a"]', 'a JSON object of texts, such as {"name": "…"}'],
  [singleNested({ ...optional, attributes: { a: text } }), 'a', 'a JSON object without null'],
])('what a collection takes is told: %#', (attribute, value, wanted) => {
  expect(read(attribute, value).problems).toEqual([
    expect.stringContaining(`It must be ${wanted}; got ${JSON.stringify(value)}.`),
  ]);
});

it('validators of the argument also check its variable', () => {
  const validators = [lengthAtLeast(1), (_: unknown, _at: unknown, all: Diagnostics) => all.error('', 'It is wrong.')];

  expect(read({ ...text, validators }, 'a').problems).toEqual([expect.stringContaining('FAKE_LEVEL. It is wrong.')]);
});

it('what its parts require and their validators find is an error, too', () => {
  const attributes = { a: string(required), b: string({ ...optional, validators: [lengthAtLeast(2)] }) };
  const part = singleNested({ ...optional, attributes });

  expect(read(part, '{"b":"x"}').problems).toEqual([
    expect.stringContaining('a is required, and its value is null.'),
    expect.stringContaining('level.b: It must have at least 2 characters, and has 1.'),
  ]);
});

it('a warning about its value stays a warning', () => {
  const diagnostics = new Diagnostics();
  const validators = [(_value: unknown, at: Path, all: Diagnostics) => all.warn('Odd value', 'It is odd.', at)];

  fromEnvironment('FAKE_', 'level', { ...text, validators }, { FAKE_LEVEL: 'a' }, diagnostics);

  expect(diagnostics.all).toMatchObject([{ severity: 'warning', summary: 'Odd value', path: path('level') }]);
});
