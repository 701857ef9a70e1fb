import { expect, test } from 'vitest';
import { beyondQuota } from '../../../../emulator/dashboard/bucket-use';
import { clock, countOf, grouped, time, visible } from '../../../../emulator/dashboard/html';
import { approximateShare, approximateSize, parseSize, splitSize } from '../../../../emulator/dashboard/sizes';

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

test.each([
  ['plain ü 🔐', 'plain ü 🔐'],
  ['\u0000\u001f \u007f\u009f\u00a0', '‹U+0000›‹U+001F› ‹U+007F›‹U+009F›\u00a0'],
  ['a\u061cb\u200bc\u200d\u200ed\u200fe', 'a‹U+061C›b‹U+200B›c\u200d‹U+200E›d‹U+200F›e'],
  ['\u2027\u2028\u202e\u202f\u2060\u2069\u206a\ufeff', '\u2027‹U+2028›‹U+202E›\u202f‹U+2060›‹U+2069›\u206a‹U+FEFF›'],
])('the invisible characters of %j are shown', (text, shown) => {
  expect(visible(text)).toBe(shown);
});

test.each([
  [0, '0', '0 objects'],
  [1, '1', '1 object'],
  [1_234_567, '1,234,567', '1,234,567 objects'],
])('%i is written as %s', (count, text, counted) => {
  expect([grouped(count), grouped(BigInt(count)), countOf(count, 'object')]).toEqual([text, text, counted]);
});

test.each([
  [2_000n, 0n, undefined],
  [900n, 100n, undefined],
  [900n, 101n, 'needs 101 bytes; of the quota of 1000 bytes only 100 bytes are free'],
  [999n, 2n, 'needs 2 bytes; of the quota of 1000 bytes only 1 byte is free'],
  [1_000n, 1n, 'needs 1 byte; of the quota of 1000 bytes nothing is free'],
  [900n, 301n, 'needs 101 bytes more; of the quota of 1000 bytes only 100 bytes are free', 200],
  [900n, 300n, undefined, 200],
  [2_000n, 200n, undefined, 200],
] as const)(
  'a bucket of 1,000 bytes that holds %s and gets a file of %s: %s',
  (bytes, file, says, replaced?: number) => {
    expect(beyondQuota({ maxSize: 1_000n }, bytes, file, replaced)).toBe(says);
  },
);

test('times are in UTC, to the minute or to the millisecond', () => {
  const at = Date.UTC(2030, 0, 31, 12, 34, 56, 789);
  const textOf = (made: { toString(): string }) => made.toString().replace(/<[^>]*>/g, '');

  expect([time(at), clock(at)].map(textOf)).toEqual(['2030-01-31 12:34 UTC', '2030-01-31 12:34:56.789 UTC']);
});
