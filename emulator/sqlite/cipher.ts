import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { StartError } from '../domain/errors';
import type { Database } from './open';

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

/** Parses a key of 32 bytes in base64. The {@link StartError} names its `source`, and never shows the text. */
export function parseKey(text: string, source: string): Buffer {
  const key = Buffer.from(text, 'base64');
  if (key.length === KEY_BYTES && key.toString('base64') === text) return key;
  throw new StartError(`${source} must hold ${KEY_BYTES} bytes in base64.`);
}

const CHECK = 'key check';

/** Whether the database was already written with a key, so that a different one is useless. */
export function hasKey({ connection }: Database): boolean {
  return connection.prepare('SELECT 1 FROM meta WHERE key = ?').get(CHECK) !== undefined;
}

/** The cipher for a database. Throws a {@link StartError} if its contents were written with another key. */
export function openCipher({ connection }: Database, key: Uint8Array): Cipher {
  const cipher = new Cipher(key);
  const row = connection.prepare('SELECT value FROM meta WHERE key = ?').get(CHECK) as
    | { value: Uint8Array }
    | undefined;
  if (!row) {
    connection.prepare('INSERT INTO meta (key, value) VALUES (?, ?)').run(CHECK, cipher.seal(CHECK, CHECK));
    return cipher;
  }
  try {
    cipher.unseal(row.value, CHECK);
  } catch (error) {
    throw new StartError('The encryption key is not the one that this data folder was written with.', { cause: error });
  }
  return cipher;
}
