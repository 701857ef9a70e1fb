import {
  chmodSync,
  closeSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  writevSync,
} from 'node:fs';
import { open, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { countOf } from '../domain/counts';
import type { BlobFiles, BlobReader, BlobWriter } from '../domain/objects/ports';
import { OBJECTS } from './data-folder';
import { exists, syncFolder } from './folders';
import { type Known, type Swept, sweep } from './leftover-files';
import { MemoryFiles } from './memory-files';
import { FileReader, FileWriter, requireTaken } from './object-file';
import { damaged, halfOf, ObjectNames, parseName } from './object-names';
import { type FreedFiles, Removals } from './removals';
import { makeTemporaryFolder, removeTemporaryFolder } from './temporary-folder';

export interface ObjectFilesOptions {
  /** Files and their names survive a power cut before they are reported as written. Default: they survive kill -9. */
  readonly durable?: boolean;
  /** Where the files of a data folder that are to be removed are noted. */
  readonly freed?: FreedFiles;
}

/**
 * Files in `objects` of a data folder. Without one: what `writeNow` writes is in memory as long as there is room ({@link MemoryFiles}); the rest, and
 * every file of `create`, is in a temporary folder of this process, created when it is needed. Only their owner can read them.
 */
export class ObjectFiles implements BlobFiles {
  readonly #names = new ObjectNames();
  readonly #durable: boolean;
  /** Undefined: not created yet. */
  #folder: string | undefined;
  readonly #removals: Removals;
  /** Undefined with a data folder. */
  readonly #memory: MemoryFiles | undefined;
  #damage: ReadonlyMap<string, string> = new Map();

  /** @param dataFolder undefined: a temporary one */
  constructor(
    private readonly dataFolder: string | undefined,
    { durable = false, freed }: ObjectFilesOptions = {},
  ) {
    this.#durable = durable;
    this.#memory = dataFolder === undefined ? new MemoryFiles() : undefined;
    this.#removals = new Removals((file) => this.#unlink(file), freed);
    if (dataFolder !== undefined && exists(join(dataFolder, OBJECTS))) this.#folder = makeFolder(dataFolder);
  }

  /** The writer id of this process: the prefix of its file names. */
  get writer(): string {
    return this.#names.writer;
  }

  /** Compares the folder with what the database knows, before anything is written: see {@link sweep}. */
  sweep(known: Known): Swept {
    const swept = sweep(this.dataFolder, this.#folder, known);
    this.#damage = swept.damage;
    return swept;
  }

  /** Removes files at once, before anything is written. Missing files are ignored. */
  removeNow(files: readonly string[]): void {
    for (const file of files) rmSync(this.#path(file), { force: true });
  }

  names(): string[] {
    return [...(this.#memory?.names() ?? []), ...(this.#folder === undefined ? [] : readdirSync(this.#folder))];
  }

  async create(): Promise<BlobWriter> {
    const file = this.#names.next();
    const path = this.#path(file);
    const handle = await open(halfOf(path), 'wx', 0o600);
    return new FileWriter(file, path, handle, this.#durable);
  }

  async open(file: string): Promise<BlobReader> {
    this.requireWhole(file);
    const inMemory = this.#memory?.find(file);
    if (inMemory) return inMemory;
    const handle = await open(this.#path(file), 'r').catch((error) => Promise.reject(toDamage(file, error)));
    return new FileReader(file, handle);
  }

  requireWhole(file: string): void {
    const says = this.#damage.get(file);
    if (says !== undefined) throw damaged(file, says);
  }

  get isWhole(): boolean {
    return this.#damage.size === 0;
  }

  remove(files: readonly string[]): void {
    this.#removals.add(this.#memory?.remove(files) ?? files);
  }

  discard(file: string): void {
    this.#removals.discard(this.#memory?.remove([file]) ?? [file]);
  }

  readNow(file: string, position = 0, into?: Uint8Array): Uint8Array {
    this.requireWhole(file);
    const inMemory = this.#memory?.find(file);
    if (inMemory) return inMemory.readNow(position, into);
    const descriptor = openNow(file, this.#path(file));
    try {
      const bytes = into ?? Buffer.allocUnsafeSlow(fstatSync(descriptor).size);
      const bytesRead = readSync(descriptor, bytes, 0, bytes.length, position);
      if (bytesRead !== bytes.length) throw damaged(file, `ends ${countOf(bytes.length - bytesRead, 'byte')} early`);
      return bytes;
    } finally {
      closeSync(descriptor);
    }
  }

  writeNow(pieces: readonly Uint8Array[]): string {
    const file = this.#names.next();
    if (this.#memory?.keep(file, pieces)) return file;
    const path = this.#path(file);
    try {
      writeHalf(halfOf(path), pieces, this.#durable);
      renameSync(halfOf(path), path);
      if (this.#durable) syncFolder(dirname(path));
    } catch (error) {
      rmSync(halfOf(path), { force: true });
      rmSync(path, { force: true });
      throw error;
    }
    return file;
  }

  /** Resolves once no removal is under way. */
  idle(): Promise<void> {
    return this.#removals.idle();
  }

  /** Removes the temporary folder, if there is one. No operation may be under way. */
  async close(): Promise<void> {
    await this.idle();
    this.#memory?.remove(this.#memory.names());
    if (this.dataFolder !== undefined || this.#folder === undefined) return;
    removeTemporaryFolder(this.#folder);
    this.#folder = undefined;
  }

  async #unlink(file: string): Promise<boolean> {
    return unlink(this.#path(file)).then(
      () => true,
      (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
    );
  }

  #path(file: string): string {
    // Names come from the database, which may have been changed.
    if (parseName(file) === undefined) throw new Error(`"${file}" is not the name of a file of bytes.`);
    return join(this.#requireFolder(), file);
  }

  #requireFolder(): string {
    this.#folder ??= this.dataFolder === undefined ? makeTemporaryFolder() : makeFolder(this.dataFolder, this.#durable);
    return this.#folder;
  }
}

function makeFolder(dataFolder: string, durable = false): string {
  const folder = join(dataFolder, OBJECTS);
  if (!exists(folder)) {
    mkdirSync(folder, { mode: 0o700 });
    if (durable) syncFolder(dataFolder);
  } else if (lstatSync(folder).isDirectory()) {
    // Copying a folder may lose the mode.
    chmodSync(folder, 0o700);
  }
  return folder;
}

function writeHalf(path: string, pieces: readonly Uint8Array[], durable: boolean): void {
  const descriptor = openSync(path, 'wx', 0o600);
  try {
    requireTaken(writevSync(descriptor, pieces), pieces);
    if (durable) fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function openNow(file: string, path: string): number {
  try {
    return openSync(path, 'r');
  } catch (error) {
    throw toDamage(file, error);
  }
}

function toDamage(file: string, error: unknown): unknown {
  return (error as NodeJS.ErrnoException).code === 'ENOENT' ? damaged(file, 'is missing') : error;
}
