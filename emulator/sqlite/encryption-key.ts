import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../domain/errors';
import { Cipher, KEY_BYTES } from './cipher';
import type { Database } from './open';

/** Name of the key file in a data folder. */
export const KEY_FILE = 'encryption.key';

/** The key of a data folder: read from its key file, which is made (mode 0600) when missing. */
export function loadKeyFile(folder: string): Buffer {
  const path = join(folder, KEY_FILE);
  try {
    writeFileSync(path, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    // A copied folder may have lost the mode.
    chmodSync(path, 0o600);
  }
  return parseKey(readFileSync(path, 'utf8').trim(), path);
}

/** Reads a key of 32 bytes in base64. `source` says in the {@link StartError} where it came from; the text is never shown. */
export function parseKey(text: string, source: string): Buffer {
  const key = Buffer.from(text, 'base64');
  if (key.length === KEY_BYTES && key.toString('base64') === text) return key;
  throw new StartError(`${source} must hold ${KEY_BYTES} bytes in base64.`);
}

const CHECK = 'key check';

/** The cipher for a database. Throws a {@link StartError} when its contents were written with another key. */
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
