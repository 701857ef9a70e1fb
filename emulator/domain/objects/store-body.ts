import type { BlobFiles, BlobWriter, NewBlob } from './ports';

/** Bodies up to this size are stored in the database, larger ones in files, which then cost less (measured). */
const INLINE_BYTES = 16 * 1024;

/** Number of bytes collected before a write. A smaller body is written synchronously, which costs less. */
const WRITE_BYTES = 512 * 1024;

/** Number of small pieces that are written even below {@link WRITE_BYTES}, because each costs memory of its own. */
const MANY_PIECES = 1_000;

/**
 * Stores a body as it arrives, with at most two writes of it in memory: one in progress while the next one is collected. Where it goes, and what is
 * synced to the disk before the client has its response (only with `durable`, as in a data folder that is to survive a power cut):
 *
 * | Size | With a data folder | Without | Synced |
 * | --- | --- | --- | --- |
 * | up to 16 KiB | in its row of the database | the same, in memory | by the commit (`sqlite/open.ts`) |
 * | up to 512 KiB | one file, written synchronously (`writeNow`) | in memory, if there is room | file and folder, then the commit |
 * | the same in 1,000 pieces | as larger ones, though smaller | a file of the temporary folder | file and folder at `close`, then the commit |
 * | larger | one file, in writes of 512 KiB (`create`) | a file of the temporary folder | file and folder at `close`, then the commit |
 *
 * @param check receives the number of bytes so far before each write; throws to end the body
 */
export async function storeBody(
  chunks: AsyncIterable<Uint8Array>,
  files: BlobFiles,
  check: (received: number) => void,
): Promise<NewBlob> {
  const body = new Body(files, check);
  try {
    for await (const chunk of chunks) await body.add(chunk);
    return await body.end();
  } catch (error) {
    await body.discard();
    throw error;
  }
}

/** A body that has arrived as a whole, in `size` bytes. */
export function toBlob(pieces: readonly Uint8Array[], size: number, files: Pick<BlobFiles, 'writeNow'>): NewBlob {
  return size <= INLINE_BYTES ? { size, bytes: Buffer.concat(pieces, size) } : { size, file: files.writeNow(pieces) };
}

class Body {
  #size = 0;
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  #writer: BlobWriter | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly files: BlobFiles,
    private readonly check: (received: number) => void,
  ) {}

  /** Adds a chunk. Returns a promise only if there is something to wait for. */
  add(chunk: Uint8Array): Promise<void> | undefined {
    this.#size += chunk.length;
    this.#pending.push(chunk);
    this.#pendingBytes += chunk.length;
    const isMuch = this.#pendingBytes >= WRITE_BYTES;
    const isMany = this.#pending.length >= MANY_PIECES && this.#pendingBytes > INLINE_BYTES;
    return isMuch || isMany ? this.#flush() : undefined;
  }

  async end(): Promise<NewBlob> {
    if (!this.#writer) return toBlob(this.#pending, this.#size, this.files);
    if (this.#pendingBytes > 0) await this.#flush();
    await this.#writing;
    await this.#writer.close();
    return { size: this.#size, file: this.#writer.file };
  }

  async discard(): Promise<void> {
    // The error is already known, so a failed write adds nothing.
    await this.#writing.catch(() => undefined);
    await this.#writer?.discard();
  }

  async #flush(): Promise<void> {
    this.check(this.#size);
    const pieces = this.#pending;
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#writer ??= await this.files.create();
    await this.#writing;
    this.#writing = this.#writer.write(pieces);
    // The write is awaited later; this handler keeps a failure until then from counting as unhandled.
    this.#writing.catch(() => undefined);
  }
}
