import { stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A release that is looked at, as a stranger got it. */
export interface Folder {
  readonly path: string;
  /** What the release says that it is. */
  readonly version: string;
}

/** Looks at a part of a release, and gives a sentence for each fault. */
export type Check = (folder: Folder) => Promise<readonly string[]>;

/** Whether something is there. */
export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const remembered = new Map<string, Promise<unknown>>();

/**
 * Does something with a file once, whatever its names: the archives of a release lie in it several times, as hard links. A file that was
 * written since is another one.
 */
export async function oncePerFile<T>(what: string, file: string, act: () => Promise<T>): Promise<T> {
  const { dev, ino, mtimeMs, size } = await stat(file);
  const key = [what, dev, ino, mtimeMs, size].join();
  const result = (remembered.get(key) as Promise<T> | undefined) ?? act();
  remembered.set(key, result);
  return result;
}

/** A check that cannot go on is a fault, too. */
export async function faultsOf(name: string, act: () => Promise<readonly string[]>): Promise<readonly string[]> {
  try {
    return await act();
  } catch (error) {
    return [`${name}: ${error instanceof Error ? error.message : String(error)}`];
  }
}

export const inFolder = ({ path }: Folder, ...names: string[]): string => join(path, ...names);
