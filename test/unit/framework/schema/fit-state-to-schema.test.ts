import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { formatPath, type Type } from '../../../../framework';
import { conform } from '../../../../framework/schema/fit-state-to-schema';
import { Decimal, Dynamic, type ObjectValue, UNKNOWN, type Value } from '../../../../framework/values/value';

/** The conformed state of one attribute `a`, and the problems reported for it. */
function fitted(type: Type, value: Value | undefined, known: Value = 'known') {
  const { state, misfits } = conform({ a: value } as ObjectValue, ['object', { a: type }], { a: known });
  return { value: state.a, told: misfits.map(({ path, problem }) => `${formatPath(path)}: ${problem}`) };
}

const HALF = '\ud800';

class Row {
  constructor(readonly b: string) {}
}

it('an element of null that the state had before is no misfit', () => {
  expect(fitted(['list', 'string'], ['a', null], ['b', null])).toEqual({ value: ['a', null], told: [] });
});

describe('F5: a state that fits is kept unchanged', () => {
  it.each<[Type, Value]>([
    ['dynamic', new Dynamic('string', 'text')],
    [['map', 'string'], Object.create(null)],
    [['map', 'string'], runInNewContext('({ a: "b" })')],
    [['object', { b: 'string' }], new Row('c') as never],
    [
      ['set', 'number'],
      [1, 2],
    ],
    [['map', 'string'], { a: 'b' }],
    [['object', { b: 'string' }], { b: null }],
  ])('%j: %o', (type, value) => {
    expect(fitted(type, value)).toEqual({ value, told: [] });
  });
});

describe('F5: a part that does not fit is replaced by the known one, and reported', () => {
  it.each<[Type, Value | undefined, string]>([
    ['string', UNKNOWN, 'a: it is still unknown'],
    ['string', 1, 'a: it is not a string'],
    ['number', Number.POSITIVE_INFINITY, 'a: it is not a number'],
    ...['abc', 'Infinity', '', '0x1', '1 '].map((text): [Type, Value, string] => [
      'number',
      new Decimal(text),
      'a: it is not a number',
    ]),
    ['number', new Decimal(5 as never), 'a: it is not a number'],
    ['int64', Number.NaN, 'a: it is not a whole number of 64 bits'],
    ['dynamic', 'text', 'a: it is not a dynamic'],
    [['list', 'string'], 'text', 'a: it is not a list'],
    [['map', 'string'], ['b'], 'a: it is not a map'],
    [['map', 'string'], Promise.resolve() as never, 'a: it is a Promise that nothing has awaited'],
    [['map', 'string'], new Map([['b', 'c']]) as never, 'a: it is a Map: return a plain object'],
    [['map', 'number'], Buffer.from('b') as never, 'a: it is a Buffer: return a plain object'],
    [['map', 'string'], new Row('c') as never, 'a: it is a Row: return a plain object'],
    [['list', 'string'], ['b', null], 'a: one of its elements is null'],
    [['list', 'string'], Array(2).fill('b', 1) as never, 'a[0]: it is missing'],
    [['list', 'string'], ['b', 1], 'a[1]: it is not a string'],
    [['set', 'string'], ['b', 1], 'a: it is not a string'],
    [['tuple', ['string', 'bool']], ['a'], 'a: it is a tuple of another length'],
  ])('%j: %o', (type, value, told) => {
    expect(fitted(type, value)).toEqual({ value: 'known', told: [told] });
  });
});

it.each<[Type, Value, Value, string[]]>([
  ['string', `a${HALF}`, 'a\ufffd', ['a: it contains an unpaired surrogate']],
  ['dynamic', new Dynamic('string', HALF), new Dynamic('string', '\ufffd'), ['a: it contains an unpaired surrogate']],
  [['tuple', ['bool', 'string']], ['b', 'c'], [null, 'c'], ['a[0]: it is not a bool']],
  [['map', 'string'], { [HALF]: 'b' }, { '\ufffd': 'b' }, ['a: it has a key with an unpaired surrogate']],
  [['map', 'bool'], { b: 'c' }, { b: null }, ['a["b"]: it is not a bool']],
  [['object', { b: 'string' }], { b: 'c', more: 1 }, { b: 'c' }, ['a.more: it is no attribute of the schema']],
])('F5: a part that does not fit is mended or null, and the rest stays: %j %o', (type, value, expected, told) => {
  expect(fitted(type, value)).toEqual({ value: expected, told });
});

it('F5: an attribute of an object is replaced by its known value', () => {
  expect(fitted(['object', { b: 'string', c: 'bool' }], { b: 1, c: true }, { b: 'before', c: null })).toEqual({
    value: { b: 'before', c: true },
    told: ['a.b: it is not a string'],
  });
});

it.each([new Decimal(5 as never), Number.NaN])(
  'F5: %s, which no state can hold, is no number that was there before',
  (a) => {
    const { state, misfits } = conform({ a }, ['object', { a: 'int64' }], { a: 5n });

    expect(state).toEqual({ a: 5n });
    expect(misfits).toMatchObject([{ problem: 'it is not a whole number of 64 bits' }]);
  },
);

it('a Promise that rejects in place of a value is a misfit, and no uncaught exception', async () => {
  expect(fitted('string', Promise.reject(new Error('lost')) as never).told).toEqual([
    'a: it is a Promise that nothing has awaited',
  ]);
  await new Promise(setImmediate);
});
