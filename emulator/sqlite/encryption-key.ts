import { StartError } from '../domain/errors';
import { Cipher, KEY_BYTES } from './cipher';
import type { Database } from './open';

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
