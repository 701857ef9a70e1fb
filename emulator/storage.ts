import { randomBytes } from 'node:crypto';
import { ObjectFiles } from './files/object-files';
import { sweepTemporaryFolders } from './files/temporary-folder';
import { KEY_BYTES } from './sqlite/cipher';
import { loadKeyFile, openCipher, parseKey } from './sqlite/encryption-key';
import { type Database, openDatabase } from './sqlite/open';
import { openStores } from './sqlite/stores';

/** An open data folder, or memory. */
export interface Storage {
  readonly database: Database;
  readonly files: ObjectFiles;
  readonly stores: ReturnType<typeof openStores>;
  /** The key that everything else is derived from. */
  readonly key: Buffer;
  close(): Promise<void>;
}

/**
 * Opens the folder (its lock first), finds or makes its key, and opens the stores. What a killed emulator has left over is
 * removed: files that no object refers to, and temporary folders.
 */
export function openStorage(folder: string | undefined, encryptionKey: string | undefined): Storage {
  const database = openDatabase(folder);
  try {
    const key = findKey(folder, encryptionKey);
    const files = new ObjectFiles(folder);
    const stores = openStores(database, openCipher(database, key), files);
    stores.blobs.deleteLeftOvers();
    files.sweep(stores.blobs.files());
    sweepOnce();
    return { database, files, stores, key, close: () => close(database, files) };
  } catch (error) {
    database.close();
    throw error;
  }
}

async function close(database: Database, files: ObjectFiles): Promise<void> {
  database.close();
  await files.close();
}

let isSwept = false;

/** Looking through the place of temporary folders takes its time: the first emulator of a process does it for all. */
function sweepOnce(): void {
  if (isSwept) return;
  isSwept = true;
  sweepTemporaryFolders();
}

function findKey(folder: string | undefined, encryptionKey: string | undefined): Buffer {
  if (encryptionKey !== undefined) return parseKey(encryptionKey, 'The encryption key');
  return folder === undefined ? randomBytes(KEY_BYTES) : loadKeyFile(folder);
}
