import type { ChecksumAlgorithm } from '../../domain/objects/records';

/*
 * The CRC of joined bytes from the CRCs of the pieces.
 *
 * A CRC is the remainder of a polynomial over bits. Appending n bytes multiplies the previous polynomial by x^(8n), so
 * crc(a + b) = crc(a) * x^(8 * length of b) + crc(b): the ones that each CRC begins and ends with cancel out. Bits are in
 * reversed order, as in all three of S3's CRCs: the highest bit of a number represents x^0.
 */

const KINDS = {
  CRC32: { bits: 32n, polynomial: 0xedb88320n },
  CRC32C: { bits: 32n, polynomial: 0x82f63b78n },
  CRC64NVME: { bits: 64n, polynomial: 0x9a6c9329ac4bc9b5n },
} as const satisfies Partial<Record<ChecksumAlgorithm, unknown>>;

/** Whether checksums of this algorithm can be combined. */
export function isCrc(algorithm: ChecksumAlgorithm): algorithm is keyof typeof KINDS {
  return algorithm in KINDS;
}

/** The CRC of all pieces in order. Each piece has its CRC as base64, highest byte first, and its length in bytes. */
export function combineCrcs(
  algorithm: keyof typeof KINDS,
  pieces: readonly { readonly value: string; readonly size: number }[],
): string {
  const { bits, polynomial } = KINDS[algorithm];
  const multiply = (a: bigint, b: bigint) => {
    let product = 0n;
    let shifted = b;
    for (let bit = bits - 1n; bit >= 0n; bit -= 1n) {
      if ((a >> bit) & 1n) product ^= shifted;
      shifted = shifted & 1n ? (shifted >> 1n) ^ polynomial : shifted >> 1n;
    }
    return product;
  };
  // x^(8n), by squaring. Cached, because most parts have the same size.
  const factors = new Map<number, bigint>();
  const factorOf = (size: number) => {
    const known = factors.get(size);
    if (known !== undefined) return known;
    const one = 1n << (bits - 1n);
    let factor = one;
    // x^8.
    let power = one >> 8n;
    for (let left = size; left > 0; left = Math.floor(left / 2)) {
      if (left % 2 === 1) factor = multiply(factor, power);
      power = multiply(power, power);
    }
    factors.set(size, factor);
    return factor;
  };
  let crc = 0n;
  for (const { value, size } of pieces) {
    crc = multiply(crc, factorOf(size)) ^ BigInt(`0x${Buffer.from(value, 'base64').toString('hex')}`);
  }
  return Buffer.from(crc.toString(16).padStart(Number(bits) / 4, '0'), 'hex').toString('base64');
}
