import { createHash } from 'node:crypto';
import { lstatSync, mkdtempSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseName } from './object-names';

/** Temporary folders of this machine: a process id of another one that shares the place says nothing here. */
const PREFIX = `coffer-objects-${createHash('sha256').update(hostname()).digest('hex').slice(0, 8)}-`;

/** Makes a folder that only its owner can enter, named after this process. */
export function makeTemporaryFolder(parent: string = tmpdir()): string {
  return mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
}

/** Removes the folders of processes that ended without doing so, as far as it can. */
export function sweepTemporaryFolders(parent: string = tmpdir()): void {
  for (const name of namesIn(parent)) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    if (pid > 0 && !isAlive(pid)) removeOwn(join(parent, name));
  }
}

/** Where there is no such place, or it cannot be looked into, there is nothing to sweep. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Not ours, but there.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A folder of that name may be another user's. */
function removeOwn(path: string): void {
  try {
    const folder = lstatSync(path);
    if (folder.isDirectory() && folder.uid === process.getuid?.()) removeTemporaryFolder(path);
  } catch {
    // Another emulator sweeps at the same time; or else it stays until the next sweep.
  }
}

/** Removes the files of ours in it, one by one, and then the folder; it stays when something else is in it. */
export function removeTemporaryFolder(path: string): void {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isFile() && parseName(entry.name) !== undefined) unlinkSync(join(path, entry.name));
  }
  try {
    rmdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error;
  }
}
