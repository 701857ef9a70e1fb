import { describe, expect, it } from 'vitest';
import { compareNumbers, fromNumberText, numbersEqual, toBigInt, toInt64 } from '../../../../framework/values/number';
import { Decimal } from '../../../../framework/values/value';

describe('numbersEqual', () => {
  it.each([
    [0, new Decimal('0.0'), true],
    [0.5, new Decimal('0.50'), true],
    [1e21, 10n ** 21n, true],
    [100, new Decimal('1E2'), true],
    [0.1, new Decimal('0.1000000000000000055511151231257827'), false],
    [0.1, new Decimal('0.1'), false],
    [0.1, new Decimal('0.1000000000000000055511151231257827021181583404541015625'), true],
    [-0.5, new Decimal('-.5'), true],
    [1e23, 10n ** 23n, false],
    [9007199254740993n, 9007199254740992, false],
    [1, -1, false],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, false],
    [new Decimal(''), 0, false],
    [new Decimal(''), Number.NaN, false],
    [new Decimal('abc'), new Decimal('0abc'), false],
    [new Decimal('abc'), new Decimal('abc'), true],
    [Number.NaN, Number.NaN, true],
  ])('%s and %s: %s', (a, b, equal) => {
    expect(numbersEqual(a, b)).toBe(equal);
    expect(numbersEqual(b, a)).toBe(equal);
  });
});

describe('compareNumbers', () => {
  const smallest = new Decimal('1e-600000000');
  const negative = new Decimal('-1e-600000000');

  it.each([
    [0, negative],
    [smallest, negative],
    [negative, new Decimal('-2e-600000000')],
    [new Decimal('2e600000000'), new Decimal('1.5e600000000')],
    [new Decimal('1e600000001'), new Decimal('9e600000000')],
    [new Decimal('-9e600000000'), new Decimal('-1e600000001')],
    [20, 3],
    [3, -20],
    [Number.POSITIVE_INFINITY, new Decimal('2e600000000')],
    [10n ** 400n, Number.NEGATIVE_INFINITY],
    [new Decimal('-2e600000000'), Number.NEGATIVE_INFINITY],
    [10n ** 400n, -(10n ** 400n)],
    [-1, Number.NEGATIVE_INFINITY],
    [9007199254740993n, 9007199254740992],
    [new Decimal('0.1000000000000000055511151231257828'), 0.1],
  ])('%s is greater than %s, whatever its exponent', (a, b) => {
    expect([compareNumbers(a, b), compareNumbers(b, a)]).toEqual([1, -1]);
  });
});

describe('toBigInt', () => {
  it.each([
    [0, 0n],
    [2n ** 63n - 1n, 2n ** 63n - 1n],
    [new Decimal('1e3'), 1000n],
    [new Decimal('1e1000'), 10n ** 1000n],
    [new Decimal('1e1001'), undefined],
    [new Decimal('10.0'), 10n],
    [0.5, undefined],
    [Number.NEGATIVE_INFINITY, undefined],
    [new Decimal('abc'), undefined],
  ])('%s is %s', (value, whole) => {
    expect(toBigInt(value)).toBe(whole);
  });
});

it.each([
  [2n ** 63n - 1n, 2n ** 63n - 1n],
  [2n ** 63n, undefined],
  [-(2n ** 63n), -(2n ** 63n)],
  [-(2n ** 63n) - 1n, undefined],
  [1.5, undefined],
])('of 64 bits, %s is %s', (value, whole) => {
  expect(toInt64(value)).toBe(whole);
});

describe('fromNumberText', () => {
  it.each([
    ['0', 0],
    ['-1', -1],
    ['0.5', 0.5],
    ['9007199254740991', 9007199254740991],
    ['0.25', 0.25],
    ['1e2', 100],
  ])('reads %s as the shortest lossless form', (text, value) => {
    expect(fromNumberText(text)).toBe(value);
  });

  it.each(['0.1', '3.14', '1e-7', '3.14159265358979323846', '1e400', '1e23', '0.1000000000000000055511151231257827'])(
    'F5: keeps %s, which a double cannot hold, as text',
    (text) => {
      expect(fromNumberText(text)).toStrictEqual(new Decimal(text));
    },
  );

  it('F5: keeps every digit of an integer of 512 bits', () => {
    expect(fromNumberText(String(2n ** 512n - 1n))).toBe(2n ** 512n - 1n);
  });
});
