import { expect, it } from 'vitest';
import { parseSize } from '../../../provider/functions/parse-size';
import { refusalOf } from './support';

it.each([
  ['0', 0n],
  ['512', 512n],
  ['512B', 512n],
  ['1kB', 1000n],
  ['1KB', 1000n],
  ['1KiB', 1024n],
  ['1.5 GB', 1_500_000_000n],
  [' 10GiB\n', 10n * 2n ** 30n],
  ['2.50 MiB', 2_621_440n],
  ['1TB', 10n ** 12n],
  ['1 PiB', 2n ** 50n],
  ['8EiB', 2n ** 63n],
  ['9223372036854775807', 2n ** 63n - 1n],
  ['0.1kB', 100n],
])('%j is %s bytes', (text, bytes) => {
  expect(parseSize.call(text)).toBe(bytes);
});

it.each([
  ['', /^"" is not a size/],
  ['GiB', /^"GiB" is not a size/],
  ['-1GiB', /^"-1GiB" is not a size/],
  ['1,5GB', /^"1,5GB" is not a size/],
  ['.5GB', /^"\.5GB" is not a size/],
  ['1e3', /^"1e3" is not a size/],
  ['10Gi', /^"10Gi" has the unknown unit "Gi": use one of B, kB, /],
  ['10gib', /unknown unit "gib"/],
  ['0.1KiB', /^"0\.1KiB" is not a whole number of bytes$/],
  ['1.5', /not a whole number/],
])('%j is refused', (text, expected) => {
  const { text: said, argument } = refusalOf(parseSize, text);

  expect(said).toMatch(expected);
  expect(argument).toBe(0);
});
