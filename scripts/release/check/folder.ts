import { stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A release to check, as published. */
export interface Folder {
  readonly path: string;
  /** The version that the release claims to be. */
  readonly version: string;
  /** Whether it has to be signed; what was just built is not. */
  readonly signed?: boolean;
}

/** Checks a part of a release. Returns a sentence for each fault. */
export type Check = (folder: Folder) => Promise<readonly string[]>;

/** Whether a path exists. */
export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const remembered = new Map<string, Promise<unknown>>();

/**
 * Processes a file once under all its names: a release contains its archives several times, as hard links. A file modified since
 * then counts as another one.
 */
export async function oncePerFile<T>(what: string, file: string, act: () => Promise<T>): Promise<T> {
  const { dev, ino, mtimeMs, size } = await stat(file);
  const key = [what, dev, ino, mtimeMs, size].join();
  const result = (remembered.get(key) as Promise<T> | undefined) ?? act();
  remembered.set(key, result);
  return result;
}

/** Runs a check; an exception is also a fault. */
export async function faultsOf(name: string, act: () => Promise<readonly string[]>): Promise<readonly string[]> {
  try {
    return await act();
  } catch (error) {
    return [`${name}: ${error instanceof Error ? error.message : String(error)}`];
  }
}

export const inFolder = ({ path }: Folder, ...names: string[]): string => join(path, ...names);
