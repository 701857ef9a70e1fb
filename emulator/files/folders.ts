import { closeSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Creates a folder and its missing parents, for the owner only, and returns those created. Throws if one cannot be created.
 * Creates them one by one, because Node's own recursion never ends below `/proc`.
 */
export function makeFolders(path: string): string[] {
  const missing: string[] = [];
  let folder = resolve(path);
  for (; !exists(folder); folder = dirname(folder)) missing.unshift(folder);
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

/** Also true for something that is not a folder: creating a folder below it then throws. */
function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
