import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import type { Random } from './domain/ports';

/** Unpredictable bytes without a seed, the same bytes in the same order for the same seed. */
export function createRandom(seed?: string): Random {
  if (seed === undefined) return { bytes: (count) => randomBytes(count) };
  // A key stream is a good generator: AES in counter mode over zeros.
  const key = createHash('sha256').update(seed).digest();
  const stream = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
  return { bytes: (count) => stream.update(Buffer.alloc(count)) };
}
