import { expect, test } from 'vitest';
import { approximateShare, approximateSize, parseSize, splitSize } from '../../../emulator/dashboard/html';

test.each([
  ['', 'GiB', undefined],
  ['5', '', undefined],
  ['-1', 'bytes', undefined],
  ['1.5', 'GiB', undefined],
  ['0', 'bytes', 0n],
  ['12345', 'bytes', 12_345n],
  ['5', 'GiB', 5_368_709_120n],
  ['9223372036854775807', 'bytes', 2n ** 63n - 1n],
])('reads "%s" %s', (count, unit, bytes) => {
  expect(parseSize(count, unit)).toBe(bytes);
});

test.each([
  [1n, '1', 'bytes'],
  [1_025n, '1025', 'bytes'],
  [1_024n, '1', 'KiB'],
  [5n * 2n ** 40n, '5', 'TiB'],
  [2n ** 63n - 1n, '9223372036854775807', 'bytes'],
])('splits %s without rounding', (bytes, count, unit) => {
  expect(splitSize(bytes)).toEqual({ count, unit });
});

test.each([
  [0n, '0 bytes'],
  [1n, '1 byte'],
  [1023n, '1023 bytes'],
  [1024n, '1 KiB'],
  [1536n, '1.5 KiB'],
  [1_650_000n, '1.6 MiB'],
  [5n * 2n ** 30n, '5 GiB'],
  [1_048_575n, '1 MiB'],
  [2n ** 63n - 1n, '8 EiB'],
])('%s bytes are about %s', (bytes, text) => {
  expect(approximateSize(bytes)).toBe(text);
});

test.each([
  [0n, 5n * 2n ** 30n, '0 of 5 GiB'],
  [3_435_973_837n, 5n * 2n ** 30n, '3.2 of 5 GiB'],
  [12_288n, 5n * 2n ** 30n, '12 KiB of 5 GiB'],
  [1n, 1000n, '1 of 1000 bytes'],
])('%s of %s bytes are %s', (part, whole, text) => {
  expect(approximateShare(part, whole)).toBe(text);
});
