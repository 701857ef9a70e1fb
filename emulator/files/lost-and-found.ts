import { lstatSync, mkdirSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';

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

const exists = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;
