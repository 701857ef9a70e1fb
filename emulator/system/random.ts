import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import type { Random } from '../domain/ports';

/** Without a seed: unpredictable bytes. With a seed: the same bytes in the same order for the same seed. */
export function createRandom(seed?: string): Random {
  if (seed === undefined) return new Pool();
  // A keystream is a good generator: AES in counter mode over zeros.
  const key = createHash('sha256').update(seed).digest();
  const stream = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
  return { bytes: (count) => stream.update(Buffer.alloc(count)) };
}

/** Bytes drawn from the system at a time: each system call costs as much as the rest of a new id. */
const POOL_BYTES = 4096;

/** Unpredictable bytes, each given out once. */
class Pool implements Random {
  #left = Buffer.alloc(0);

  bytes(count: number): Uint8Array {
    if (count > POOL_BYTES) return randomBytes(count);
    if (count > this.#left.length) this.#left = randomBytes(POOL_BYTES);
    const bytes = this.#left.subarray(0, count);
    this.#left = this.#left.subarray(count);
    return bytes;
  }
}
