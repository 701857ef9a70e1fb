import { chmodSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../domain/errors';
import { writeWhole } from './write-whole';

/** Name of the key file in a data folder. */
export const KEY_FILE = 'encryption.key';

/**
 * The text of a data folder's key file. If the file is missing or empty, writes what `draw` returns to it, for the owner only.
 * Throws instead beside a database that was written with a key: that key is lost, and another one opens nothing.
 */
export function readKeyFile(folder: string, draw: () => string, isInUse: boolean): string {
  const path = join(folder, KEY_FILE);
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (!size) {
    if (isInUse) {
      throw new StartError(
        `The key file ${path} is ${size === 0 ? 'empty' : 'missing'}, and the database beside it was written with that key. ` +
          'Restore the file from a copy, or give the key in COFFER_EMULATOR_ENCRYPTION_KEY; without it nothing in the ' +
          'database can be read. To begin anew, give another folder.',
      );
    }
    writeWhole(path, `${draw()}\n`);
  }
  // Copying a folder may lose the mode. A link points to somebody else's file.
  if (lstatSync(path).isFile()) chmodSync(path, 0o600);
  return readFileSync(path, 'utf8').trim();
}
