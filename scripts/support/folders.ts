import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** A folder that is deleted, with everything in it, at the end of the block that declares it by `await using`. */
export interface TemporaryFolder extends AsyncDisposable {
  readonly path: string;
}

/** Creates a folder whose name begins with `prefix`: in the system's folder for temporary files, unless `prefix` is an absolute path. */
export async function temporaryFolder(prefix: string): Promise<TemporaryFolder> {
  const path = await mkdtemp(resolve(tmpdir(), prefix));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** The paths of all files below a folder, sorted. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return files.sort();
}
