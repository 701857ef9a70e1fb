import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  writevSync,
} from 'node:fs';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobFiles, BlobReader, BlobWriter } from '../domain/objects/ports';
import { makeTemporaryFolder } from './temporary-folder';

const FOLDER = 'objects';

/**
 * Files below `objects` of a data folder, or below a temporary folder of this process that is made when it is needed. Only
 * their owner can read them. Durable against kill -9, not against a power cut, as the database is.
 */
export class ObjectFiles implements BlobFiles {
  /** Never the same twice: a file that was removed is not mistaken for a later one. */
  readonly #prefix = randomBytes(8).toString('hex');
  #count = 0;
  /** Undefined: not made yet. */
  #folder: string | undefined;
  readonly #removals = new Set<Promise<void>>();

  /** @param dataFolder undefined: a temporary one */
  constructor(private readonly dataFolder: string | undefined) {
    if (dataFolder !== undefined && existsSync(join(dataFolder, FOLDER))) this.#folder = makeFolder(dataFolder);
  }

  /** Removes the files that `known` does not name: what a killed process has left half written, or had no time to remove. */
  sweep(known: ReadonlySet<string>): void {
    for (const file of this.names()) {
      if (!known.has(file)) rmSync(this.#path(file), { force: true, recursive: true });
    }
  }

  /** The files that there are. */
  names(): string[] {
    return this.#folder === undefined ? [] : readdirSync(this.#folder);
  }

  async create(): Promise<BlobWriter> {
    const file = this.#newName();
    const path = this.#path(file);
    return new FileWriter(file, path, await open(path, 'wx', 0o600));
  }

  async open(file: string): Promise<BlobReader> {
    return new FileReader(await open(this.#path(file), 'r'));
  }

  remove(files: readonly string[]): void {
    for (const file of files) {
      // One that stays is swept at the next start.
      const removal = unlink(this.#path(file)).catch(() => undefined);
      this.#removals.add(removal);
      void removal.then(() => this.#removals.delete(removal));
    }
  }

  readNow(file: string, position = 0, length?: number): Uint8Array {
    const descriptor = openSync(this.#path(file), 'r');
    try {
      const bytes = Buffer.allocUnsafeSlow(length ?? fstatSync(descriptor).size);
      const bytesRead = readSync(descriptor, bytes, 0, bytes.length, position);
      if (bytesRead !== bytes.length) throw endsEarly(bytes.length - bytesRead);
      return bytes;
    } finally {
      closeSync(descriptor);
    }
  }

  writeNow(pieces: readonly Uint8Array[]): string {
    const file = this.#newName();
    const descriptor = openSync(this.#path(file), 'wx', 0o600);
    try {
      requireTaken(writevSync(descriptor, pieces), pieces);
      return file;
    } catch (error) {
      this.remove([file]);
      throw error;
    } finally {
      closeSync(descriptor);
    }
  }

  /** Resolves once what was to be removed is gone. */
  async idle(): Promise<void> {
    while (this.#removals.size > 0) await Promise.all(this.#removals);
  }

  /** Removes what is temporary. Nothing may be under way. */
  async close(): Promise<void> {
    await this.idle();
    if (this.dataFolder !== undefined || this.#folder === undefined) return;
    rmSync(this.#folder, { force: true, recursive: true });
    this.#folder = undefined;
  }

  #newName(): string {
    this.#count += 1;
    return `${this.#prefix}-${this.#count}`;
  }

  #path(file: string): string {
    this.#folder ??= this.dataFolder === undefined ? makeTemporaryFolder() : makeFolder(this.dataFolder);
    return join(this.#folder, file);
  }
}

function makeFolder(dataFolder: string): string {
  const folder = join(dataFolder, FOLDER);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // A copied folder may have lost the mode.
  chmodSync(folder, 0o700);
  return folder;
}

class FileWriter implements BlobWriter {
  constructor(
    readonly file: string,
    private readonly path: string,
    private readonly handle: FileHandle,
  ) {}

  async write(pieces: readonly Uint8Array[]): Promise<void> {
    requireTaken((await this.handle.writev(pieces)).bytesWritten, pieces);
  }

  close(): Promise<void> {
    return this.handle.close();
  }

  async discard(): Promise<void> {
    await this.handle.close();
    await unlink(this.path).catch(() => undefined);
  }
}

class FileReader implements BlobReader {
  constructor(private readonly handle: FileHandle) {}

  async read(position: number, length: number): Promise<Uint8Array> {
    const bytes = Buffer.allocUnsafeSlow(length);
    for (let filled = 0; filled < length; ) {
      const { bytesRead } = await this.handle.read(bytes, filled, length - filled, position + filled);
      if (bytesRead === 0) throw endsEarly(length - filled);
      filled += bytesRead;
    }
    return bytes;
  }

  close(): Promise<void> {
    return this.handle.close();
  }
}

const endsEarly = (missing: number) => new Error(`A file of an object ends ${missing} bytes early.`);

function requireTaken(bytesWritten: number, pieces: readonly Uint8Array[]): void {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (bytesWritten !== length) throw new Error(`The disk took ${bytesWritten} of ${length} bytes of an object.`);
}
