import { TerraformVariable, Token } from 'cdktf';
import { expect, test } from 'vitest';
import { Size } from '../../../src';
import { expr, makeStack } from './support';

test.each([
  [Size.bytes(0), 0],
  [Size.bytes(1), 1],
  [Size.kibibytes(1), 1_024],
  [Size.mebibytes(1), 1_048_576],
  [Size.gibibytes(1.5), 1_610_612_736],
  [Size.tebibytes(1), 1_099_511_627_776],
  [Size.pebibytes(1), 1_125_899_906_842_624],
])('%s is %i bytes', (size, bytes) => {
  expect(size.toBytes()).toBe(bytes);
});

test.each([
  ['0', 0],
  ['1024', 1_024],
  ['10GiB', 10_737_418_240],
  [' 1.5 TiB ', 1_649_267_441_664],
  ['500 MB', 500_000_000],
  ['1kB', 1_000],
  ['1KB', 1_000],
  ['0.1GB', 100_000_000],
  ['9007199254740991 B', Number.MAX_SAFE_INTEGER],
])('reads %j as %i bytes', (text, bytes) => {
  expect(Size.parse(text).toBytes()).toBe(bytes);
});

test('text that Terraform knows cannot be read at synthesis, and the error says who can', () => {
  const quota = new TerraformVariable(makeStack(), 'quota', { type: 'string' });

  for (const text of [quota.stringValue, expr('var.quota'), `${quota.stringValue}GiB`]) {
    expect(() => Size.parse(text)).toThrow(
      'a size must be known at synthesis, got a token: use Size.bytes(CofferFunctions.parseSize(…)), which Terraform computes',
    );
  }
});

test.each(['', 'GiB', '10 gib', '10 Mb', '-1GiB', '1e3', '1,5GiB', '0x10', '10GiB!'])('does not read %j', (text) => {
  expect(() => Size.parse(text)).toThrow(`got ${JSON.stringify(text)}`);
});

test.each(['0.5', '1.0001KiB', '8PiB', '9007199254740992'])(
  'refuses %j, which is not a whole and exact number of bytes',
  (text) => {
    expect(() => Size.parse(text)).toThrow(
      `a size must be a whole number of bytes from 0 to 9007199254740991, got ${text}`,
    );
  },
);

test.each([
  () => Size.bytes(-1),
  () => Size.bytes(0.5),
  () => Size.kibibytes(0.0001),
  () => Size.gibibytes(Number.NaN),
  () => Size.pebibytes(8),
])('refuses an amount that is no size (%#)', (make) => {
  expect(make).toThrow('a size must be a whole number of bytes');
});

test.each([
  [Size.bytes(0), '0 B'],
  [Size.bytes(1_023), '1023 B'],
  [Size.bytes(10_737_418_240), '10 GiB'],
  [Size.mebibytes(1_536), '1536 MiB'],
])('chooses the largest unit that is whole: %s', (size, text) => {
  expect(`${size}`).toBe(text);
});

test('C7: takes a token as a number of bytes, and in no other unit', () => {
  const variable = new TerraformVariable(makeStack(), 'quota', { type: 'number' });

  const size = Size.bytes(variable.numberValue);

  expect(Token.isUnresolved(size.toBytes())).toBe(true);
  expect(() => Size.gibibytes(variable.numberValue)).toThrow('Size.bytes(token)');
});

test('is equal to what is as large, in whatever unit', () => {
  expect(Size.gibibytes(1).isEqualTo(Size.mebibytes(1024))).toBe(true);
  expect(Size.gibibytes(1).isEqualTo(Size.bytes(1))).toBe(false);
});
