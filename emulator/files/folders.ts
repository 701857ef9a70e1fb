import { closeSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder and those above it that are missing, for its owner only; gives the ones that were made. Throws where one
 * cannot be made: one by one, as Node's own recursion never ends below `/proc`.
 */
export function makeFolders(path: string): string[] {
  const missing: string[] = [];
  let folder = resolve(path);
  for (; !exists(folder); folder = dirname(folder)) missing.unshift(folder);
  for (const each of missing) mkdirSync(each, { mode: 0o700 });
  return missing;
}

/** Makes the names in a folder last through a power cut. */
export function syncFolder(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Also true of what is not a folder: making one there then says so. */
function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
