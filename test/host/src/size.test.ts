import { TerraformVariable, Token } from 'cdktf';
import { expect, test } from 'vitest';
import { Size } from '../../../src';
import { expr, makeStack } from './support';

test.each([
  [Size.bytes(0), 0, '0 B'],
  [Size.bytes(1_023), 1_023, '1023 B'],
  [Size.kibibytes(1), 1_024, '1 KiB'],
  [Size.mebibytes(1_536), 1_610_612_736, '1536 MiB'],
  [Size.gibibytes(1.5), 1_610_612_736, '1536 MiB'],
  [Size.tebibytes(1), 1_099_511_627_776, '1 TiB'],
  [Size.pebibytes(1), 1_125_899_906_842_624, '1 PiB'],
  [Size.parse('0'), 0, '0 B'],
  [Size.parse('10GiB'), 10_737_418_240, '10 GiB'],
  [Size.parse(' 1.5 TiB '), 1_649_267_441_664, '1536 GiB'],
  [Size.parse('500 MB'), 500_000_000, '500000000 B'],
  [Size.parse('1kB'), 1_000, '1000 B'],
  [Size.parse('1KB'), 1_000, '1000 B'],
  [Size.parse('0.1GB'), 100_000_000, '100000000 B'],
  [Size.parse('9007199254740991 B'), Number.MAX_SAFE_INTEGER, '9007199254740991 B'],
])('%s is so many bytes, and is shown in the largest unit that is whole', (size, bytes, text) => {
  expect([size.toBytes(), `${size}`]).toEqual([bytes, text]);
  expect(size.isEqualTo(Size.bytes(bytes))).toBe(true);
  expect(size.isEqualTo(Size.bytes(1))).toBe(false);
});

test.each(['', 'GiB', '10 gib', '10 Mb', '-1GiB', '1e3', '1,5GiB', '0x10', '10GiB!'])('does not read %j', (text) => {
  expect(() => Size.parse(text)).toThrow(`got ${JSON.stringify(text)}`);
});

test.each([
  () => Size.parse('0.5'),
  () => Size.parse('1.0001KiB'),
  () => Size.parse('8PiB'),
  () => Size.parse('9007199254740992'),
  () => Size.bytes(-1),
  () => Size.bytes(0.5),
  () => Size.kibibytes(0.0001),
  () => Size.gibibytes(Number.NaN),
  () => Size.pebibytes(8),
])('refuses what is not a whole and exact number of bytes: %s', (make) => {
  expect(make).toThrow('a size must be a whole number of bytes from 0 to 9007199254740991');
});

test('C7: takes a token as a number of bytes, in no other unit, and as no text', () => {
  const { numberValue, stringValue } = new TerraformVariable(makeStack(), 'quota', { type: 'number' });

  expect(Token.isUnresolved(Size.bytes(numberValue).toBytes())).toBe(true);
  expect(() => Size.gibibytes(numberValue)).toThrow('Size.bytes(token)');
  for (const text of [stringValue, expr('var.quota'), `${stringValue}GiB`])
    expect(() => Size.parse(text)).toThrow('got a token: use Size.bytes(CofferFunctions.parseSize(…))');
});
