import { ExtData, encode as encodeByLibrary } from '@msgpack/msgpack';
import { describe, expect, it } from 'vitest';
import { Writer } from '../../../../../framework/protocol/value/writer';
import { fc } from '../../../support/property';

const written = (write: (writer: Writer) => void): string => {
  const writer = new Writer();
  write(writer);
  return Buffer.from(writer.take()).toString('hex');
};

const expected = (value: unknown) => Buffer.from(encodeByLibrary(value, { useBigInt64: true })).toString('hex');

/** Around the greatest length of each form. */
const LENGTHS = [0, 1, 2, 3, 4, 5, 8, 15, 16, 17, 24, 25, 31, 32, 255, 256, 65_535, 65_536];

describe('Writer', () => {
  it.each(LENGTHS)('writes what has a length of %i as the library does', (length) => {
    const bytes = Buffer.alloc(length, 'x');

    expect(written((writer) => writer.text('x'.repeat(length)))).toBe(expected('x'.repeat(length)));
    expect(written((writer) => writer.text('ü'.repeat(length)))).toBe(expected('ü'.repeat(length)));
    expect(written((writer) => writer.text(`${'x'.repeat(length)}🙂`))).toBe(expected(`${'x'.repeat(length)}🙂`));
    expect(written((writer) => writer.bytes(bytes))).toBe(expected(bytes));
    if (length > 0) expect(written((writer) => writer.extension(12, bytes))).toBe(expected(new ExtData(12, bytes)));
    const list = Array.from({ length }, () => null);
    const listed = written((writer) => {
      writer.array(length);
      for (const _ of list) writer.null();
    });
    expect(listed).toBe(expected(list));
    const map = Object.fromEntries(list.map((_, index) => [`k${index}`, true]));
    const mapped = written((writer) => {
      writer.map(length);
      for (const key of Object.keys(map)) {
        writer.text(key);
        writer.bool(true);
      }
    });
    expect(mapped).toBe(expected(map));
  });

  it('writes numbers as the library does', () => {
    const edges = [0, 5, 7, 8, 15, 16, 31, 32, 53].flatMap((bits) => [2 ** bits - 1, 2 ** bits, 2 ** bits + 1]);
    const number = fc.oneof(fc.double({ noNaN: true }), fc.maxSafeInteger(), fc.constantFrom(...edges));
    fc.assert(
      fc.property(number, fc.boolean(), (given, isNegative) => {
        const value = isNegative ? -given : given;
        const fits =
          !Number.isInteger(value) || (value >= -(2 ** 31) && value < 2 ** 32) || !Number.isSafeInteger(value);
        expect(written((writer) => writer.number(value))).toBe(expected(fits ? value : BigInt(value)));
      }),
    );
  });

  it('writes whole numbers of 64 bits in the shortest form', () => {
    const shortest = (value: bigint) => (value >= -(2n ** 31n) && value < 2n ** 32n ? Number(value) : value);
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), fc.nat(63), (whole, shift) => {
        const value = whole >> BigInt(shift);
        expect(written((writer) => writer.bigint(value))).toBe(expected(shortest(value)));
      }),
    );
  });

  it('writes text as the library does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), (text) => {
        expect(written((writer) => writer.text(text))).toBe(expected(text));
      }),
    );
  });

  it('hands out what is written one after another, each on its own', () => {
    const writer = new Writer();
    writer.text('x'.repeat(5000));
    const first = writer.take();
    writer.bool(true);
    writer.clear();
    writer.null();

    expect([first.length, [...writer.take()], first[3]]).toEqual([5003, [0xc0], 'x'.charCodeAt(0)]);
  });
});
