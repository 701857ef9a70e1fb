import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { Decimal, Dynamic, type Type, UNKNOWN, Unknown, type Value } from '../../../../../framework';
import { decode } from '../../../../../framework/protocol/value/decode';
import { encode } from '../../../../../framework/protocol/value/encode';
import { inert } from '../../../../support/inert';

/** Bytes that Terraform 1.11.4 sent (plugin protocol, appendix A), and the values they encode. */
const text = (value: string) => Buffer.from(value).toString('hex');
const refined = (hex: string) => new Unknown(Buffer.from(hex, 'hex'));

const OBJECT: Type = ['object', { b: 'string', a: 'string' }];
const DYNAMIC: Type = ['object', { k: ['tuple', ['number', 'string']], t: 'bool' }];
const TUPLE: Type = ['tuple', ['string', 'dynamic']];

const GOLDEN: readonly (readonly [what: string, type: Type, value: Value, hex: string])[] = [
  ['null of a string', 'string', null, 'c0'],
  ['"café"', 'string', 'café', 'a5636166c3a9'],
  ['""', 'string', '', 'a0'],
  ['true', 'bool', true, 'c3'],
  ['1', 'number', 1, '01'],
  ['127', 'number', 127, '7f'],
  ['-32', 'number', -32, 'e0'],
  ['128', 'number', 128, 'cc80'],
  ['256', 'number', 256, 'cd0100'],
  ['65535', 'number', 65_535, 'cdffff'],
  ['65536', 'number', 65_536, 'ce00010000'],
  ['4294967295', 'number', 4_294_967_295, 'ceffffffff'],
  ['4294967296', 'number', 4_294_967_296, 'cf0000000100000000'],
  ['2^53 - 1', 'number', Number.MAX_SAFE_INTEGER, 'cf001fffffffffffff'],
  ['2^53 + 1', 'number', 2n ** 53n + 1n, 'cf0020000000000001'],
  ['2^63 - 1', 'number', 2n ** 63n - 1n, 'cf7fffffffffffffff'],
  ['-33', 'number', -33, 'd0df'],
  ['-32769', 'number', -32_769, 'd2ffff7fff'],
  ['-2147483648', 'number', -2_147_483_648, 'd280000000'],
  ['-2147483649', 'number', -2_147_483_649, 'd3ffffffff7fffffff'],
  ['-2^63', 'number', -(2n ** 63n), 'd38000000000000000'],
  ['2^63', 'number', 2n ** 63n, `b3${text('9223372036854775808')}`],
  ['-2^63 - 1', 'number', -(2n ** 63n) - 1n, `b4${text('-9223372036854775809')}`],
  ['0.5', 'number', 0.5, 'cb3fe0000000000000'],
  ['2.5', 'number', 2.5, 'cb4004000000000000'],
  ['0.1', 'number', new Decimal('0.1'), `a3${text('0.1')}`],
  ['1e20', 'number', 10n ** 20n, `b5${text('100000000000000000000')}`],
  ['1e100', 'number', 10n ** 100n, `d965${text(`1${'0'.repeat(100)}`)}`],
  ['23 digits', 'number', 12345678901234567890123n, `b7${text('12345678901234567890123')}`],
  ['infinity', 'number', Number.POSITIVE_INFINITY, 'cb7ff0000000000000'],
  ['a set of strings', ['set', 'string'], ['a', 'z'], '92a161a17a'],
  ['an empty set', ['set', 'bool'], [], '90'],
  ['an empty map', ['map', 'string'], {}, '80'],
  ['an object', OBJECT, { b: null, a: 'q' }, '82a161a171a162c0'],
  ['a list of one block', ['list', ['object', { x: 'string' }]], [{ x: '1' }], '9181a178a131'],
  [
    'a dynamic object',
    'dynamic',
    new Dynamic(DYNAMIC, { k: [1, 'x'], t: true }),
    `92c439${text('["object",{"k":["tuple",["number","string"]],"t":"bool"}]')}82a16b9201a178a174c3`,
  ],
  ['a dynamic unknown of type string', 'dynamic', new Dynamic('string', UNKNOWN), `92c408${text('"string"')}d40000`],
  ['a dynamic unknown of no type', 'dynamic', UNKNOWN, 'd40000'],
  [
    'a dynamic tuple of an unknown that is not null, and null',
    'dynamic',
    new Dynamic(TUPLE, [refined('8101c2'), null]),
    `92c41e${text('["tuple",["string","dynamic"]]')}92c7030c8101c2c0`,
  ],
  ['unknown in a list', ['list', 'number'], [1, UNKNOWN], '9201d40000'],
  ['unknown, not null', 'string', refined('8101c2'), 'c7030c8101c2'],
  ['unknown string with a prefix', 'string', refined('8201c202a26e2d'), 'c7070c8201c202a26e2d'],
  ['unknown number from 0', 'number', refined('8201c2039200c3'), 'c7070c8201c2039200c3'],
];

describe('a value from Terraform', () => {
  it.each(GOLDEN)('is decoded, and encoded in the same bytes: %s', (_what, type, value, hex) => {
    expect(decode(Buffer.from(hex, 'hex'), type)).toStrictEqual(inert(value));
    expect(Buffer.from(encode(value, type)).toString('hex')).toBe(hex);
  });
});

it('an extension that nobody knows is unknown, and a dynamic value may name its type in text', () => {
  for (const hex of ['c7030b010203', 'c70300010203', 'd6ff00000000'])
    expect(decode(Buffer.from(hex, 'hex'), 'string')).toStrictEqual(UNKNOWN);
  expect(decode(Buffer.from(`92a6${text('"bool"')}c3`, 'hex'), 'dynamic')).toStrictEqual(new Dynamic('bool', true));
  expect(decode(Buffer.from('ca3f000000', 'hex'), 'number')).toBe(0.5);
});

describe("F5: every byte of the user's text", () => {
  it.each([1, 100, 199, 200, 201, 300, 70_000, 1 << 20])('text of %i characters that begins with U+FEFF', (length) => {
    const value = `\ufeff${'x'.repeat(length - 1)}`;

    expect(decode(encode(value, 'string'), 'string') === value).toBe(true);
    expect(Object.keys(decode(encode({ [value]: 1 }, ['map', 'number']), ['map', 'number']) as object)).toEqual([
      value,
    ]);
  });

  it.each([
    ['half a character', 'a2c328'],
    ['a surrogate', 'a3eda080'],
    ['a byte that UTF-8 never uses', 'd905fe61626364'],
  ])('refuses %s instead of putting another one in its place', (_what, hex) => {
    expect(() => decode(Buffer.from(hex, 'hex'), 'string')).toThrow('well-formed msgpack is required');
  });
});

describe('encode', () => {
  it('puts strings and keys into NFC', () => {
    const decomposed = 'cafe\u0301';

    expect(Buffer.from(encode({ [decomposed]: decomposed }, ['map', 'string'])).toString('hex')).toBe(
      '81a5636166c3a9a5636166c3a9',
    );
  });

  it('sorts keys by their bytes', () => {
    const keys = ['\u{1f642}', '\uff5e', 'z', 'ä', '10', '9', ''];
    const map = Object.fromEntries(keys.map((key) => [key, true]));

    const read = decode(encode(map, ['map', 'bool']), ['map', 'bool']) as object;

    const order = Object.keys(read).filter((key) => !/^\d+$/.test(key)); // JavaScript moves these to the front
    expect(order).toEqual(['', 'z', 'ä', '\uff5e', '\u{1f642}']);
    const composed = encode({ 'e\u0301': true, z: true }, ['map', 'bool']);
    expect(Object.keys(decode(composed, ['map', 'bool']) as object)).toEqual(['z', 'é']);
  });
});
