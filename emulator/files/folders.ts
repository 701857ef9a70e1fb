import { closeSync, fsyncSync, lstatSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/**
 * Creates a folder and its missing parents, for the owner only, and returns those created. Throws if one cannot be created.
 * Creates them one by one, because Node's own recursion never ends below `/proc`.
 */
export function makeFolders(path: string): string[] {
  const missing: string[] = [];
  let folder = resolve(path);
  // Something that is not a folder ends this, too: creating a folder below it then throws.
  for (; !statSync(folder, { throwIfNoEntry: false }); folder = dirname(folder)) missing.unshift(folder);
  for (const each of missing) mkdirSync(each, { mode: 0o700 });
  return missing;
}

/** Makes the names in a folder survive a power cut. */
export function syncFolder(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Whether something has this name, even a link that leads nowhere. */
export const exists = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** Where a data folder keeps files of unknown origin. The emulator never removes anything from it. */
export const LOST_AND_FOUND = 'lost+found';

/** Moves a file of a data folder there. Returns its new path; undefined: it could not be moved, and stays where it is. */
export function setAside(dataFolder: string, path: string): string | undefined {
  const folder = join(dataFolder, LOST_AND_FOUND);
  try {
    if (!exists(folder)) mkdirSync(folder, { mode: 0o700 });
    const wanted = join(folder, basename(path));
    let free = wanted;
    for (let n = 2; exists(free); n += 1) free = `${wanted}.${n}`;
    renameSync(path, free);
    return free;
  } catch {
    // Another file system, or a folder of that name that belongs to the system.
    return undefined;
  }
}
