import { expect, test } from 'vitest';
import { approximateSize, parseSize, splitSize } from '../../../emulator/dashboard/size';

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
  [2n ** 63n - 1n, '8388608 TiB'],
])('%s bytes are about %s', (bytes, text) => {
  expect(approximateSize(bytes)).toBe(text);
});
