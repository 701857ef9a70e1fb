import { lstatSync, mkdirSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Where a data folder keeps what nobody knows any more. Nothing in it is ever removed by the emulator. */
export const LOST_AND_FOUND = 'lost+found';

/** Moves a file of a data folder there. Gives its path; undefined: it could not be moved, and stays where it is. */
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
    // Another file system, or a folder of that name that is the system's.
    return undefined;
  }
}

const exists = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;
