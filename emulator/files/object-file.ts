import { readSync } from 'node:fs';
import { type FileHandle, rename, unlink } from 'node:fs/promises';
import { countOf } from '../domain/counts';
import type { BlobReader, BlobWriter } from '../domain/objects/ports';
import { damaged, halfOf } from './object-names';

/** A file being written: it gets its final name once it is whole. */
export class FileWriter implements BlobWriter {
  /** @param settle makes the name survive a power cut; undefined: neither the name nor the bytes have to */
  constructor(
    readonly file: string,
    private readonly path: string,
    private readonly handle: FileHandle,
    private readonly settle: (() => Promise<void>) | undefined,
  ) {}

  async write(pieces: readonly Uint8Array[]): Promise<void> {
    requireTaken((await this.handle.writev(pieces)).bytesWritten, pieces);
    for (const piece of pieces) free(piece);
  }

  async close(): Promise<void> {
    if (this.settle) await this.handle.sync();
    await this.handle.close();
    await rename(halfOf(this.path), this.path);
    await this.settle?.();
  }

  async discard(): Promise<void> {
    await this.handle.close();
    for (const path of [halfOf(this.path), this.path]) await unlink(path).catch(() => undefined);
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
