import { StartError } from '../domain/errors';
import { toUnwritable } from '../domain/unwritable';

/** Name of the database in a data folder. */
export const FILE = 'coffer.db';

const SQLITE_BUSY = 5;
/** SQLite's messages about a file whose content is wrong: it is malformed, or no database. */
const DAMAGED: readonly (number | undefined)[] = [11, 26];

/** The error of a start for what SQLite, or the system, says of a data folder; any other error is returned as it is. */
export function toStartError(error: unknown, folder: string | undefined): unknown {
  if (error instanceof StartError || folder === undefined) return error;
  const { code, errcode, message } = error as { code?: string; errcode?: number; message?: string };
  if (errcode === undefined && code === undefined) return error;
  if (errcode === SQLITE_BUSY) {
    return new StartError(
      `The data folder ${folder} is in use by another emulator. Stop that one, or give another --data.`,
    );
  }
  if (DAMAGED.includes(errcode === undefined ? undefined : errcode & 0xff)) {
    return new StartError(
      `The data folder ${folder} cannot be used: ${FILE} in it is damaged, or not a database (${message}). ` +
        'Restore the folder from a copy, or give another one; nothing in it was changed.',
      { cause: error },
    );
  }
  if (toUnwritable(error)) {
    return new StartError(
      `The data folder ${folder} cannot be used: nothing can be written there (${message}). ` +
        'Its disk may be full, or mounted read-only: free some space, mount it for writing, or give another folder.',
      { cause: error },
    );
  }
  return new StartError(`The data folder ${folder} cannot be used: ${message}.`, { cause: error });
}
