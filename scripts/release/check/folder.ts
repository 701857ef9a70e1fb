import { readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../support/paths';
import { SBOM_FOLDER, sbomName } from '../sbom/write';

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

export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const remembered = new Map<string, Promise<unknown>>();

/** Processes a file once under all its names: archives are in a release several times, as hard links. One modified since then counts as another. */
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

export const jsonIn = async <T>(folder: Folder, ...names: string[]): Promise<T> =>
  JSON.parse(await readFile(inFolder(folder, ...names), 'utf8')) as T;

/** A bill of materials, as far as it is checked. */
export interface Bill {
  readonly bomFormat: string;
  readonly metadata: {
    readonly authors?: readonly object[];
    readonly supplier?: object;
    readonly tools?: object;
    readonly component: { readonly version: string; readonly hashes?: readonly { readonly content: string }[] };
  };
  readonly components: readonly {
    readonly name: string;
    readonly version: string;
    readonly purl?: string;
    readonly supplier?: { readonly name: string };
    readonly hashes?: readonly object[];
    readonly licenses?: readonly { readonly expression?: string }[];
  }[];
}

/** The bill of materials of a file of the release; undefined if either is missing, which the checks of archives, packages and bills name. */
export async function billOf(folder: Folder, artefact: string): Promise<Bill | undefined> {
  const bill = [SBOM_FOLDER, sbomName(artefact)];
  const areThere = (await exists(inFolder(folder, artefact))) && (await exists(inFolder(folder, ...bill)));
  return areThere ? jsonIn<Bill>(folder, ...bill) : undefined;
}

/** A path of a personal or build machine that contains something specific to a checkout. */
const FOREIGN =
  /\/(?:home|root|Users|work|tmp|builds|__w|opt|srv|mnt|runner)\/[\w.@+/-]{0,200}\/(?:node_modules|dist|provider|scripts|emulator|\.compile-\w+)\/[\w.@+/-]{0,80}/;

/** The paths of this machine. Shorter ones are left out: the home folder of root and the file systems themselves are in every program. */
const own = [ROOT, homedir()].filter((path) => path.split('/').length > 2);

/** A path of the build machine in some bytes, if there is one. Paths that Bun's own builders left in its programs do not count. */
export function machinePathIn(data: Buffer): string | undefined {
  const text = data.toString('latin1');
  return own.find((path) => text.includes(path)) ?? FOREIGN.exec(text)?.[0];
}
