import { countOf } from '../domain/counts';
import type { BlobReader } from '../domain/objects/ports';
import { damaged } from './object-names';

/** Maximum size of all of them. */
const MOST_BYTES = 64 * 1024 ** 2;

/** Files in memory, of an emulator without a data folder: to create one on disk costs more than all the rest of a small upload. */
export class MemoryFiles {
  readonly #files = new Map<string, Buffer>();
  #bytes = 0;

  /** Keeps a copy of the pieces as one file. False: there is no room for it. */
  keep(file: string, pieces: readonly Uint8Array[]): boolean {
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    if (this.#bytes + length > MOST_BYTES) return false;
    this.#files.set(file, Buffer.concat(pieces, length));
    this.#bytes += length;
    return true;
  }

  /** Undefined if it is not here. */
  find(file: string): MemoryReader | undefined {
    const bytes = this.#files.get(file);
    return bytes && new MemoryReader(file, bytes);
  }

  /** Drops those that are here, and returns the others. */
  remove(files: readonly string[]): readonly string[] {
    return files.filter((file) => {
      const bytes = this.#files.get(file);
      this.#files.delete(file);
      this.#bytes -= bytes?.length ?? 0;
      return bytes === undefined;
    });
  }

  names(): string[] {
    return [...this.#files.keys()];
  }
}

class MemoryReader implements BlobReader {
  constructor(
    private readonly file: string,
    private readonly bytes: Buffer,
  ) {}

  /** Fills `into`, by default with a copy of the whole file. Throws `damaged` beyond the end. */
  readNow(position: number, into: Uint8Array = Buffer.allocUnsafeSlow(this.bytes.length)): Uint8Array {
    const missing = position + into.length - this.bytes.length;
    if (missing > 0) throw damaged(this.file, `ends ${countOf(missing, 'byte')} early`);
    into.set(this.bytes.subarray(position, position + into.length));
    return into;
  }

  async read(position: number, into: Uint8Array): Promise<void> {
    this.readNow(position, into);
  }

  async close(): Promise<void> {}
}
