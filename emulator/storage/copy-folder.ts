import { closeSync, copyFileSync, existsSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../domain/errors';
import { DATABASE, KEY_FILE } from '../files/data-folder';
import { makeFolders } from '../files/folders';
import { copyWithoutBuckets, replaceAllButBuckets } from '../sqlite/stores';
import type { Storage } from './storage';

/** A copy that is not finished. */
const NEXT = `${DATABASE}.next`;
/** Files beside the database that clients and secrets depend on. */
const BESIDE = [KEY_FILE, 'ca.pem', 'ca-key.pem'];

/**
 * Copies a data folder to a new one, without buckets, access keys and objects: projects, tokens, secrets and pull secrets. Its database
 * has the notes as soon as it is there. Throws a {@link StartError} if there is something in the new one.
 */
export function copyFolder(
  source: Storage,
  from: string,
  to: string,
  notes: Readonly<Record<string, string>> = {},
): void {
  if (existsSync(to) && readdirSync(to).length > 0)
    throw new StartError(`The folder ${to} is not empty: give another one.`);
  makeFolders(to);
  for (const name of BESIDE) if (existsSync(join(from, name))) copyFileSync(join(from, name), join(to, name));
  copyDatabase(source, join(to, NEXT), notes);
  renameSync(join(to, NEXT), join(to, DATABASE));
}

/** Brings an earlier copy up to date. Throws a {@link StartError} if the two folders have different keys, as what is sealed could not be read. */
export function renewCopy(source: Storage, target: Storage, to: string): void {
  if (!source.key.equals(target.key))
    throw new StartError(`The folder ${to} has another encryption key than the folder that is moved: give a new one.`);
  const file = join(to, NEXT);
  rmSync(file, { force: true });
  try {
    copyDatabase(source, file);
    replaceAllButBuckets(target.database, file);
  } finally {
    rmSync(file, { force: true });
  }
}

function copyDatabase({ database }: Storage, file: string, notes = {}): void {
  // SQLite would make it readable for everyone.
  closeSync(openSync(file, 'wx', 0o600));
  copyWithoutBuckets(database, file, notes);
}
