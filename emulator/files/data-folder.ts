import {
  chmodSync,
  closeSync,
  type Dirent,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../../contract/formats/attempt';
import { StartError } from '../domain/errors';
import { exists, LOST_AND_FOUND, makeFolders, setAside } from './folders';
import { parseName } from './object-names';
import { writeWhole } from './write-whole';

/* A data folder is ours if it has our database, and free if it is empty. A folder that lost its database, and any other, is refused before anything is changed in it. */

/** The folder for the bytes of larger objects. */
export const OBJECTS = 'objects';
export const DATABASE = 'coffer.db';
export const KEY_FILE = 'encryption.key';
/** Space for what must succeed on a full disk: see storage/reserve.ts. */
export const RESERVE = 'coffer.reserve';
const LOGS = { wal: `${DATABASE}-wal`, journal: `${DATABASE}-journal`, index: `${DATABASE}-shm` };

/** Identifies the folder as ours, and holds the version of its layout. */
const MARKER = 'coffer-emulator.json';
const VERSION = 1;
const WHAT = 'data folder of coffer-emulator';

/** Our own files, with or without a database. */
const OWN = new Set([MARKER, DATABASE, ...Object.values(LOGS), KEY_FILE, RESERVE, 'ca.pem', 'ca-key.pem']);
/** Files that keep an empty folder in version control, or that a desktop puts into every folder. */
const HARMLESS = new Set(['.gitkeep', '.gitignore', '.keep', '.DS_Store']);
/** Maximum number of names in one message. */
const NAMED = 5;

/** A data folder that may be used. */
export interface DataFolder {
  /** Folders that were created for it, outermost first. */
  readonly made: readonly string[];
  /** Foreign files with the names of our logs, by their new paths. */
  readonly setAside: readonly string[];
  /** True if the folder had a database once, so that an empty one is a loss. */
  readonly isMarked: boolean;
  /** What is unusual about the folder, each a sentence. */
  readonly remarks: readonly string[];
}

/** Creates the folder, or checks that it is ours or free. If it is neither, throws a {@link StartError} and changes nothing. */
export function openDataFolder(folder: string): DataFolder {
  try {
    const made = makeFolders(folder);
    if (!statSync(folder).isDirectory()) throw unusable(folder, 'it is a file.');
    checkMarker(folder);
    const database = lstatSync(join(folder, DATABASE), { throwIfNoEntry: false });
    if (database && !database.isFile()) throw unusable(folder, `${DATABASE} in it is not a file.`);
    const isFresh = database === undefined || database.size === 0;
    const isMarked = exists(join(folder, MARKER));
    if (isFresh) {
      if (isMarked || hasRemains(folder, database === undefined)) throw lostDatabase(folder, database === undefined);
      requireFree(folder);
    }
    const remarks = made.length > 0 ? [] : remarksOn(folder, isFresh);
    return { made, setAside: setLogsAside(folder), isMarked, remarks };
  } catch (error) {
    if (error instanceof StartError) throw error;
    const { code = '', message } = error as NodeJS.ErrnoException;
    const remedy = code === 'EROFS' ? 'Mount it for writing' : 'Give this user the right to write there';
    const hint = /^(EACCES|EPERM|EROFS)$/.test(code) ? ` ${remedy}, or give another folder.` : '';
    throw unusable(folder, `${message}.${hint}`, error);
  }
}

const unusable = (folder: string, says: string, cause?: unknown) =>
  new StartError(`The data folder ${folder} cannot be used: ${says}`, { cause });

/** The error for a folder whose database is missing or empty, although it had one (E17). */
export function lostDatabase(folder: string, isMissing: boolean): StartError {
  return new StartError(
    `The data folder ${folder} cannot be used: ${DATABASE} in it is ${isMissing ? 'missing' : 'empty'}, and the folder had a database. ` +
      'Restore the folder from a copy, or give another one; nothing in it was changed.',
  );
}

/** Marks the folder as one that has a database. Call it after every other check, once the first commit is durable. */
export function markDataFolder(folder: string): void {
  writeWhole(join(folder, MARKER), `${JSON.stringify({ what: WHAT, version: VERSION })}\n`);
}

/** Writes the mark again, as it is. Throws where nothing can be written. */
export function rewriteMarker(folder: string): void {
  const path = join(folder, MARKER);
  writeWhole(path, readFileSync(path, 'utf8'));
}

function checkMarker(folder: string): void {
  const path = join(folder, MARKER);
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return;
  const text = found.isFile() ? readFileSync(path, 'utf8') : '';
  const marker = attempt(() => JSON.parse(text) as Marker | null);
  if (marker?.what !== WHAT || typeof marker.version !== 'number') {
    throw unusable(folder, `${MARKER} in it is not one that the emulator wrote. Give another folder.`);
  }
  if (marker.version > VERSION) {
    throw new StartError(
      `The data folder ${folder} has layout ${marker.version}, but this emulator knows only up to ${VERSION}. ` +
        'Use the emulator that wrote it, a newer one, or another folder.',
    );
  }
}

type Marker = { readonly what?: unknown; readonly version?: unknown };

function requireFree(folder: string): void {
  const foreign = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => foreignIn(folder, entry));
  if (foreign.length === 0) return;
  const more = foreign.length > NAMED ? `, and ${foreign.length - NAMED} more` : '';
  throw new StartError(
    `The data folder ${folder} has no database of the emulator, but holds what is not the emulator's: ` +
      `${foreign.slice(0, NAMED).join(', ')}${more}. Give an empty folder, or one that does not exist.`,
  );
}

function foreignIn(folder: string, entry: Dirent): string[] {
  const { name } = entry;
  if (entry.isFile() ? OWN.has(name) || HARMLESS.has(name) : entry.isDirectory() && name === LOST_AND_FOUND) return [];
  if (name !== OBJECTS || !entry.isDirectory()) return [name];
  return readdirSync(join(folder, name), { withFileTypes: true })
    .filter((file) => !file.isFile() || parseName(file.name) === undefined)
    .map((file) => join(name, file.name));
}

/** Whether something in the folder is left of a lost database. Files of objects and a log exist only once a database does. */
function hasRemains(folder: string, isMissing: boolean): boolean {
  const hasLog = (name: string, isLog: (head: Buffer) => boolean) =>
    isNotEmpty(join(folder, name)) && isLog(headOf(join(folder, name)));
  // The first start writes a journal while its database is still empty.
  if (hasLog(LOGS.wal, isWal) || (isMissing && hasLog(LOGS.journal, isJournal))) return true;
  const objects = join(folder, OBJECTS);
  if (!lstatSync(objects, { throwIfNoEntry: false })?.isDirectory()) return false;
  const entries = readdirSync(objects, { withFileTypes: true });
  return entries.length > 0 && entries.every((entry) => entry.isFile() && parseName(entry.name) !== undefined);
}

function remarksOn(folder: string, isFresh: boolean): string[] {
  const remarks: string[] = [];
  if (isFresh && isNotEmpty(join(folder, KEY_FILE))) {
    remarks.push(`it has a key file but no database; a new database is created for the key in ${KEY_FILE}.`);
  }
  const { mode, uid } = statSync(folder);
  // Every file in it is its owner's only. A volume that is root's, as of a container, is nothing that we could close.
  const isListed = (mode & 0o055) !== 0 && uid === process.getuid?.();
  const isWritten = (mode & 0o022) !== 0;
  if ((isListed || isWritten) && process.platform !== 'win32') {
    const may = isWritten ? 'replace the files in it' : 'see the names of the files in it';
    remarks.push(`other users of this machine can ${may}; run "chmod 700" on it.`);
  }
  return remarks;
}

const isNotEmpty = (path: string) => Boolean(lstatSync(path, { throwIfNoEntry: false })?.size);
const isWal = (head: Buffer) => [0x377f0682, 0x377f0683].includes(head.readUInt32BE());
/** A journal that is being written begins with zeros until it is synced. */
const isJournal = (head: Buffer) => ['d9d505f920a163d7', '0000000000000000'].includes(head.toString('hex'));

/** SQLite deletes logs that are not of the database it opens, but they belong to somebody. */
function setLogsAside(folder: string): string[] {
  const moved: string[] = [];
  const keep = (name: string, isLog: (head: Buffer) => boolean) => {
    const path = join(folder, name);
    if (!isNotEmpty(path) || isLog(headOf(path))) return;
    const to = setAside(folder, path);
    if (to === undefined) throw unusable(folder, `move ${name} in it away, it belongs to no database.`);
    moved.push(to);
  };
  keep(LOGS.wal, isWal);
  keep(LOGS.journal, isJournal);
  return moved;
}

function headOf(path: string): Buffer {
  const head = Buffer.alloc(8);
  const descriptor = openSync(path, 'r');
  try {
    readSync(descriptor, head);
    return head;
  } finally {
    closeSync(descriptor);
  }
}

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
