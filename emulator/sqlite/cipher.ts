import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Length of the encryption key. */
export const KEY_BYTES = 32;

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts data at rest: AES-256-GCM, a fresh random IV each time, sealed as IV, tag, ciphertext.
 *
 * Authenticates a ciphertext together with its record, so that it cannot be moved to another row or column.
 */
export class Cipher {
  readonly #sealingKey: Buffer;
  readonly #ivs = new RandomBytes(IV_BYTES);
  readonly #hashingKey: Buffer;

  /** @param key 32 bytes, from which one key per purpose is derived. */
  constructor(key: Uint8Array) {
    this.#sealingKey = derive(key, 'seal');
    this.#hashingKey = derive(key, 'hash');
  }

  seal(plain: string | Uint8Array, record: string): Buffer {
    const iv = this.#ivs.next();
    const cipher = createCipheriv('aes-256-gcm', this.#sealingKey, iv).setAAD(Buffer.from(record));
    const sealed = Buffer.concat([cipher.update(plain as Uint8Array), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
  }

  /** Throws if the key is a different one, or the ciphertext was changed or belongs to another record. */
  unseal(sealed: Uint8Array, record: string): Buffer {
    const iv = sealed.subarray(0, IV_BYTES);
    const tag = sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', this.#sealingKey, iv, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(record))
      .setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
  }

  /** A keyed hash (HMAC-SHA-256), for values that are only ever compared. */
  hash(text: string): Buffer {
    return createHmac('sha256', this.#hashingKey).update(text).digest();
  }
}

/** Random bytes, drawn from the system in bulk: each system call costs as much as an encryption. */
class RandomBytes {
  #left = Buffer.alloc(0);

  constructor(private readonly length: number) {}

  next(): Buffer {
    if (this.#left.length === 0) this.#left = randomBytes(this.length * 256);
    const bytes = this.#left.subarray(0, this.length);
    this.#left = this.#left.subarray(this.length);
    return bytes;
  }
}

/** Derives a key for one purpose from another key. */
export function derive(key: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `coffer-emulator ${purpose}`, KEY_BYTES));
}
