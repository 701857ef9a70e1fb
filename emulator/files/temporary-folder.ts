import { createHash } from 'node:crypto';
import { lstatSync, mkdtempSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { attempt } from '../../contract/formats/attempt';
import { parseName } from './object-names';

/** Prefix of this machine's temporary folders: process ids of another machine that shares the location mean nothing here. */
const PREFIX = `coffer-objects-${createHash('sha256').update(hostname()).digest('hex').slice(0, 8)}-`;

/** Creates a folder that only its owner can enter, named after this process. */
export function makeTemporaryFolder(parent: string = tmpdir()): string {
  return mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
}

/** Removes, as far as possible, the folders of processes that ended without removing them. */
export function sweepTemporaryFolders(parent: string = tmpdir()): void {
  for (const name of namesIn(parent)) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    if (pid > 0 && !isAlive(pid)) removeOwn(join(parent, name));
  }
}

/** Empty if the folder is missing or cannot be read: then there is nothing to sweep. */
const namesIn = (folder: string): string[] => attempt(() => readdirSync(folder)) ?? [];

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // The process exists, but is not ours.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A folder of that name may be another user's. */
function removeOwn(path: string): void {
  try {
    const folder = lstatSync(path);
    if (folder.isDirectory() && folder.uid === process.getuid?.()) removeTemporaryFolder(path);
  } catch {
    // Another emulator is sweeping at the same time; otherwise the folder stays until the next sweep.
  }
}

/** Removes our own files in the folder one by one, then the folder, unless it holds anything else. */
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
