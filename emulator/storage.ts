import { randomBytes } from 'node:crypto';
import { KEY_BYTES } from './sqlite/cipher';
import { loadKeyFile, openCipher, parseKey } from './sqlite/encryption-key';
import { type Database, openDatabase } from './sqlite/open';
import { openStores } from './sqlite/stores';

/** An open data folder, or memory. */
export interface Storage {
  readonly database: Database;
  readonly stores: ReturnType<typeof openStores>;
  /** The key that everything else is derived from. */
  readonly key: Buffer;
}

/** Opens the folder (its lock first), finds or makes its key, and opens the stores. */
export function openStorage(folder: string | undefined, encryptionKey: string | undefined): Storage {
  const database = openDatabase(folder);
  try {
    const key = findKey(folder, encryptionKey);
    return { database, stores: openStores(database, openCipher(database, key)), key };
  } catch (error) {
    database.close();
    throw error;
  }
}

function findKey(folder: string | undefined, encryptionKey: string | undefined): Buffer {
  if (encryptionKey !== undefined) return parseKey(encryptionKey, 'The encryption key');
  return folder === undefined ? randomBytes(KEY_BYTES) : loadKeyFile(folder);
}
