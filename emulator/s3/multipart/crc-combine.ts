import type { ChecksumAlgorithm } from '../../domain/objects/records';

/*
 * The CRC of joined bytes from the CRCs of the pieces.
 *
 * A CRC is the remainder of a polynomial over bits. Appending n bytes multiplies the previous polynomial by x^(8n), so
 * crc(a + b) = crc(a) * x^(8 * length of b) + crc(b): the ones that each CRC begins and ends with cancel out. Bits are in
 * reversed order, as in all three of S3's CRCs: the highest bit of a number represents x^0.
 */

interface Kind {
  readonly bits: bigint;
  readonly polynomial: bigint;
}

const KINDS = {
  CRC32: { bits: 32n, polynomial: 0xedb88320n },
  CRC32C: { bits: 32n, polynomial: 0x82f63b78n },
  CRC64NVME: { bits: 64n, polynomial: 0x9a6c9329ac4bc9b5n },
} as const satisfies Partial<Record<ChecksumAlgorithm, Kind>>;

/** Whether checksums of this algorithm can be combined. */
export function isCrc(algorithm: ChecksumAlgorithm): algorithm is keyof typeof KINDS {
  return algorithm in KINDS;
}

/** Combines CRCs in order. Caches the factor for each size, because most parts have the same size. */
export class CrcCombiner {
  readonly #kind: Kind;
  readonly #factors = new Map<number, bigint>();

  constructor(private readonly algorithm: keyof typeof KINDS) {
    this.#kind = KINDS[algorithm];
  }

  /** The CRC of all pieces in order. Each piece has its CRC as base64, highest byte first, and its length in bytes. */
  combine(pieces: readonly { readonly value: string; readonly size: number }[]): string {
    let crc = 0n;
    for (const { value, size } of pieces) crc = this.#multiply(crc, this.#factor(size)) ^ fromBase64(value);
    const hex = crc.toString(16).padStart(Number(KINDS[this.algorithm].bits) / 4, '0');
    return Buffer.from(hex, 'hex').toString('base64');
  }

  /** x^(8n), by squaring. */
  #factor(size: number): bigint {
    const known = this.#factors.get(size);
    if (known !== undefined) return known;
    const one = 1n << (this.#kind.bits - 1n);
    let factor = one;
    // x^8.
    let power = one >> 8n;
    for (let left = size; left > 0; left = Math.floor(left / 2)) {
      if (left % 2 === 1) factor = this.#multiply(factor, power);
      power = this.#multiply(power, power);
    }
    this.#factors.set(size, factor);
    return factor;
  }

  #multiply(a: bigint, b: bigint): bigint {
    const { bits, polynomial } = this.#kind;
    let product = 0n;
    let shifted = b;
    for (let bit = bits - 1n; bit >= 0n; bit -= 1n) {
      if ((a >> bit) & 1n) product ^= shifted;
      shifted = shifted & 1n ? (shifted >> 1n) ^ polynomial : shifted >> 1n;
    }
    return product;
  }
}

function fromBase64(value: string): bigint {
  return BigInt(`0x${Buffer.from(value, 'base64').toString('hex') || '0'}`);
}
