import { describe, expect, it } from 'vitest';
import { Decimal, type Value } from '../../../../framework/values/value';
import { formatSize, parseSize } from '../../../../provider/functions/sizes';
import { fc } from '../../support/property';
import { refusalOf } from './support';

const ADVICE = 'write a number and a unit, such as "10GiB", "1.5 GB" or "512"';
const UNITS = 'B, kB, MB, GB, TB, PB, EB, KB, KiB, MiB, GiB, TiB, PiB, EiB';

describe('parse_size', () => {
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
    ...['', 'GiB', '-1GiB', '1,5GB', '.5GB', '1.GB', '1e3'].map((text) => [text, `is not a size: ${ADVICE}`]),
    ...['Gi', 'gib'].map((unit) => [`10${unit}`, `has the unknown unit "${unit}": use one of ${UNITS}`]),
    ...['0.1KiB', '1.5', '1.0005kB'].map((text) => [text, 'is not a whole number of bytes']),
  ])('%j is refused: it %s', (text = '', expected) => {
    expect(refusalOf(parseSize, text)).toEqual({ text: `${JSON.stringify(text)} ${expected}`, argument: 0 });
  });

  it.each(UNITS.split(', '))('reads the unit %s', (unit) => {
    const power = unit === 'B' ? 0 : ' KMGTPE'.indexOf(unit[0]?.toUpperCase() ?? '');

    expect(parseSize.call(`3${unit}`)).toBe(3n * (unit.endsWith('iB') ? 1024n : 1000n) ** BigInt(power));
  });
});

describe('format_size', () => {
  it.each([
    [0, '0B'],
    [1, '1B'],
    [1023, '1023B'],
    [1024, '1KiB'],
    [1536, '1536B'],
    [10_737_418_240, '10GiB'],
    [1_500_000_000, '1500000000B'],
    [2n ** 20n, '1MiB'],
    [3n * 2n ** 40n, '3TiB'],
    [2n ** 60n - 2n ** 50n, '1023PiB'],
    [2n ** 70n, '1024EiB'],
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
});
