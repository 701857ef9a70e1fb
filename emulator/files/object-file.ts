import { readSync } from 'node:fs';
import { type FileHandle, open, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { countOf } from '../domain/counts';
import type { BlobReader, BlobWriter } from '../domain/objects/ports';
import { damaged, halfOf } from './object-names';

/** A file being written: it gets its final name once it is whole. */
export class FileWriter implements BlobWriter {
  constructor(
    readonly file: string,
    private readonly path: string,
    private readonly handle: FileHandle,
    /** Whether bytes and name survive a power cut once it is closed. */
    private readonly durable: boolean,
  ) {}

  async write(pieces: readonly Uint8Array[]): Promise<void> {
    requireTaken((await this.handle.writev(pieces)).bytesWritten, pieces);
    for (const piece of pieces) free(piece);
  }

  async close(): Promise<void> {
    if (this.durable) await this.handle.sync();
    await this.handle.close();
    await rename(halfOf(this.path), this.path);
    if (this.durable) await syncFolder(dirname(this.path));
  }

  async discard(): Promise<void> {
    await this.handle.close();
    for (const path of [halfOf(this.path), this.path]) await unlink(path).catch(() => undefined);
  }
}

/** Makes the names in a folder survive a power cut. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Reads a piece at once: a thread that reads it, and the wait for that, take longer (measured). */
export class FileReader implements BlobReader {
  constructor(
    private readonly file: string,
    private readonly handle: FileHandle,
  ) {}

  async read(position: number, into: Uint8Array): Promise<void> {
    const { length } = into;
    for (let filled = 0; filled < length; ) {
      const bytesRead = readSync(this.handle.fd, into, filled, length - filled, position + filled);
      if (bytesRead === 0) throw damaged(this.file, `ends ${countOf(length - filled, 'byte')} early`);
      filled += bytesRead;
    }
  }

  close(): Promise<void> {
    return this.handle.close();
  }
}

/** Throws when fewer bytes were written than there are. */
export function requireTaken(bytesWritten: number, pieces: readonly Uint8Array[]): void {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (bytesWritten === length) return;
  throw Object.assign(new Error(`The disk took ${bytesWritten} of ${length} bytes of an object.`), { code: 'ENOSPC' });
}

/** Frees memory at once: the garbage collector would let about 32 MiB accumulate first. Skips a piece that shares its memory with others. */
function free({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
