import { expect, it } from 'vitest';
import { Decimal, type Value } from '../../../framework/value';
import { formatSize } from '../../../provider/functions/format-size';
import { parseSize } from '../../../provider/functions/parse-size';
import { fc } from '../../support/property';
import { refusalOf } from './support';

it.each([
  [0, '0B'],
  [1, '1B'],
  [1023, '1023B'],
  [1024, '1KiB'],
  [1536, '1536B'],
  [10_737_418_240, '10GiB'],
  [1_500_000_000, '1500000000B'],
  [2n ** 63n, '8EiB'],
  [2n ** 63n - 1n, '9223372036854775807B'],
  [new Decimal('1024e0'), '1KiB'],
] as [Value, string][])('%s bytes are %s', (bytes, text) => {
  expect(formatSize.call(bytes)).toBe(text);
});

it.each([-1, 0.5, new Decimal('0.1')])('%s is refused', (bytes) => {
  expect(refusalOf(formatSize, bytes)).toEqual({
    text: `${bytes} is not a number of bytes: it must be whole and at least 0`,
    argument: 0,
  });
});

it('parse_size reads back what it writes', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 40n }), fc.nat(63), (factor, shift) => {
      const bytes = factor << BigInt(shift);
      expect(parseSize.call(formatSize.call(bytes))).toBe(bytes);
    }),
  );
});
