import { Buffer } from 'node:buffer';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Decimal, Dynamic, type Type, UNKNOWN, Unknown, type Value } from '../../../../../framework';
import { decode } from '../../../../../framework/protocol/value/decode';
import { encode } from '../../../../../framework/protocol/value/encode';
import { inert } from '../../../../support/inert';
import { fc } from '../../../support/property';

/** Values of every type, nested, in the form that decoding returns. */
const name = fc.string({ minLength: 1, maxLength: 8, unit: fc.constantFrom(...'abcxyz_019') });

function type(depth: number): fc.Arbitrary<Type> {
  if (depth === 0) return fc.constantFrom<Type>('string', 'number', 'bool');
  const part = type(depth - 1);
  return fc.oneof(
    fc.constantFrom<Type>('string', 'number', 'bool', 'dynamic'),
    fc.tuple(fc.constantFrom('list' as const, 'set' as const, 'map' as const), part),
    fc.array(part, { maxLength: 4 }).map((types): Type => ['tuple', types]),
    fc.dictionary(name, part, { maxKeys: 5, noNullPrototype: true }).map((types): Type => ['object', types]),
  );
}

const text = fc.oneof(
  { weight: 20, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }).map((value) => value.normalize('NFC')) },
  { weight: 2, arbitrary: fc.constantFrom('__proto__', 'constructor', 'hasOwnProperty', 'toString', '0', '10') },
  { weight: 1, arbitrary: fc.nat(400).map((length) => `\ufeff${'x'.repeat(length)}`) },
);

const number: fc.Arbitrary<Value> = fc.oneof(
  fc.maxSafeInteger(),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map((value) => {
    const double = Number(value);
    return Number.isSafeInteger(double) ? double : value;
  }),
  fc.integer({ min: -1_000_000, max: 1_000_000 }).map((value) => value + 0.5),
  fc.tuple(fc.bigInt(), fc.nat()).map(([whole, fraction]) => new Decimal(`${whole}.${fraction}`)),
  fc.integer({ min: -400, max: -1 }).map((exponent) => new Decimal(`1e${exponent}`)),
);

const unknown: fc.Arbitrary<Value> = fc.oneof(
  fc.constant(UNKNOWN),
  fc.uint8Array({ minLength: 1, maxLength: 300 }).map((refinement) => new Unknown(refinement)),
);

function anyOf(wanted: Type): fc.Arbitrary<Value> {
  return fc.oneof(
    { weight: 8, arbitrary: known(wanted) },
    { weight: 1, arbitrary: fc.constant<Value>(null) },
    { weight: 1, arbitrary: unknown },
  );
}

function known(wanted: Type): fc.Arbitrary<Value> {
  if (wanted === 'string') return text;
  if (wanted === 'bool') return fc.boolean();
  if (wanted === 'number' || wanted === 'float64') return number;
  if (wanted === 'integer') return fc.maxSafeInteger();
  if (wanted === 'int64') return fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
  if (wanted === 'dynamic') {
    return type(1)
      .filter((own) => own !== 'dynamic')
      .chain((own) => anyOf(own).map((value) => new Dynamic(own, value)));
  }
  switch (wanted[0]) {
    case 'object':
      return fc.record(Object.fromEntries(Object.entries(wanted[1]).map(([key, part]) => [key, anyOf(part)])), {
        noNullPrototype: true,
      });
    case 'tuple':
      return fc.tuple(...wanted[1].map(anyOf));
    case 'map':
      return fc.dictionary(text, anyOf(wanted[1]), { maxKeys: 6 });
    default:
      return fc.array(anyOf(wanted[1]), { maxLength: 6 });
  }
}

const typed = type(4).chain((wanted) => anyOf(wanted).map((value): [Type, Value] => [wanted, value]));

describe('1,000 random values of random types', () => {
  it('are equal after decoding, and have the same bytes when encoded again', () => {
    fc.assert(
      fc.property(typed, ([wanted, value]) => {
        const bytes = encode(value, wanted);

        const read = decode(bytes, wanted);

        // `toStrictEqual` would mistake a key `constructor` for the class.
        expect(isDeepStrictEqual(read, inert(value))).toBe(true);
        expect(Buffer.from(encode(read, wanted)).toString('hex')).toBe(Buffer.from(bytes).toString('hex'));
      }),
      { numRuns: 1000, endOnFailure: true },
    );
  });
});
