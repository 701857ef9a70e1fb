import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFolder } from './folders';

/** Writes a small file atomically, for its owner only: after a crash there is either the whole file or the previous one. */
export function writeWhole(path: string, text: string): void {
  const half = `${path}.${randomBytes(4).toString('hex')}.new`;
  const descriptor = openSync(half, 'wx', 0o600);
  try {
    try {
      // Writes everything or throws: a single write may store only a part.
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
