import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { IHasher } from 'hash-wasm';
import type { ChecksumAlgorithm } from '../../domain/objects/records';

/** Computes one hash or checksum over a stream of bytes. The caller may reuse their memory at once. */
export interface Hasher {
  update(bytes: Uint8Array): unknown;
  /** To be called once, after the last bytes. */
  digest(): Buffer;
}

/** Length of each checksum in bytes. */
export const CHECKSUM_BYTES: Readonly<Record<ChecksumAlgorithm, number>> = {
  CRC32: 4,
  CRC32C: 4,
  CRC64NVME: 8,
  MD5: 16,
  SHA1: 20,
  SHA256: 32,
  SHA512: 64,
  XXHASH128: 16,
  XXHASH3: 8,
  XXHASH64: 8,
};

/** Creates a hasher for one of S3's checksums. WebAssembly is loaded on first use. */
export async function createHasher(algorithm: ChecksumAlgorithm): Promise<Hasher> {
  if (algorithm === 'CRC32') return new Crc32();
  return isWasm(algorithm) ? createWasmHasher(algorithm) : createHash(algorithm);
}

class Crc32 implements Hasher {
  #value = 0;

  update(bytes: Uint8Array): void {
    this.#value = crc32(bytes, this.#value);
  }

  digest(): Buffer {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(this.#value);
    return bytes;
  }
}

/** Algorithms of WebAssembly, by what creates an instance. Polynomials in reversed bit order. Source: RFC 3720; NVM Express NVM
 * Command Set Specification, 64b CRC; XXH64 and XXH3 with the seed 0, highest byte first. */
const WASM = {
  CRC32C: ({ createCRC32 }) => createCRC32(0x82f63b78),
  CRC64NVME: ({ createCRC64 }) => createCRC64('9a6c9329ac4bc9b5'),
  XXHASH128: ({ createXXHash128 }) => createXXHash128(),
  XXHASH3: ({ createXXHash3 }) => createXXHash3(),
  XXHASH64: ({ createXXHash64 }) => createXXHash64(),
} as const satisfies Partial<Record<ChecksumAlgorithm, (wasm: typeof import('hash-wasm')) => Promise<IHasher>>>;

type WasmAlgorithm = keyof typeof WASM;

const isWasm = (algorithm: ChecksumAlgorithm): algorithm is WasmAlgorithm => algorithm in WASM;

/** Idle instances: creating one takes half a millisecond, resetting one takes microseconds. */
const idle: Record<WasmAlgorithm, IHasher[]> = { CRC32C: [], CRC64NVME: [], XXHASH128: [], XXHASH3: [], XXHASH64: [] };
const MOST_IDLE = 16;

async function createWasmHasher(algorithm: WasmAlgorithm): Promise<Hasher> {
  const hasher = idle[algorithm].pop() ?? (await WASM[algorithm](await import('hash-wasm')));
  hasher.init();
  return {
    update: (bytes) => {
      hasher.update(bytes);
    },
    digest: () => {
      const digest = Buffer.from(hasher.digest('binary'));
      if (idle[algorithm].length < MOST_IDLE) idle[algorithm].push(hasher);
      return digest;
    },
  };
}
