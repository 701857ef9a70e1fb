import { closeSync, copyFileSync, existsSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../domain/errors';
import { DATABASE } from '../files/data-folder';
import { makeFolders } from '../files/folders';
import { KEY_FILE } from '../files/key-file';
import { copyWithoutBuckets } from '../sqlite/stores';
import type { Storage } from './storage';

/** Files beside the database that clients and secrets depend on. */
const BESIDE = [KEY_FILE, 'ca.pem', 'ca-key.pem'];

/**
 * Copies a data folder to a new one, without buckets, access keys and objects: projects, tokens, secrets and pull secrets. Throws a
 * {@link StartError} if there is something in the new one.
 */
export function copyFolder({ database }: Storage, from: string, to: string): void {
  if (existsSync(to) && readdirSync(to).length > 0)
    throw new StartError(`The folder ${to} is not empty: give another one.`);
  makeFolders(to);
  for (const name of BESIDE) if (existsSync(join(from, name))) copyFileSync(join(from, name), join(to, name));
  const file = join(to, DATABASE);
  // SQLite would make it readable for everyone.
  closeSync(openSync(file, 'wx', 0o600));
  copyWithoutBuckets(database, file);
}
