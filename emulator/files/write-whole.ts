import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFolder } from './folders';

/** Writes a small file for its owner only: after a crash it is there as a whole, or what was there before. */
export function writeWhole(path: string, text: string): void {
  const half = `${path}.${randomBytes(4).toString('hex')}.new`;
  const descriptor = openSync(half, 'wx', 0o600);
  try {
    try {
      // All of it, or an error: a disk may take less than it was given.
      writeFileSync(descriptor, text);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(half, path);
  } catch (error) {
    unlinkSync(half);
    throw error;
  }
  syncFolder(dirname(path));
}
