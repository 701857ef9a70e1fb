import type { BlobFiles, BlobWriter, NewBlob } from './ports';

/** Bodies up to this size lie in the database, larger ones in files: from there on a file costs less (measured). */
const INLINE_BYTES = 16 * 1024;

/** How much is collected before it is written; what is smaller is written without waiting, which costs less too. */
const WRITE_BYTES = 512 * 1024;

/** So many pieces are written although they are small: each costs memory of its own. */
const MANY_PIECES = 1_000;

/**
 * Takes in a body, holding no more of it in memory than two writes' worth: one is under way while the next is collected.
 *
 * @param check told how much has come whenever some of it is about to be kept; throws to end it
 */
export async function receive(
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

  /** A promise only when there is something to wait for. */
  add(chunk: Uint8Array): Promise<void> | undefined {
    this.#size += chunk.length;
    this.#pending.push(chunk);
    this.#pendingBytes += chunk.length;
    const isMuch = this.#pendingBytes >= WRITE_BYTES;
    const isMany = this.#pending.length >= MANY_PIECES && this.#pendingBytes > INLINE_BYTES;
    return isMuch || isMany ? this.#flush() : undefined;
  }

  async end(): Promise<NewBlob> {
    if (this.#size <= INLINE_BYTES) return { size: this.#size, bytes: Buffer.concat(this.#pending, this.#size) };
    if (!this.#writer) return { size: this.#size, file: this.files.writeNow(this.#pending) };
    if (this.#pendingBytes > 0) await this.#flush();
    await this.#writing;
    await this.#writer.close();
    return { size: this.#size, file: this.#writer.file };
  }

  async discard(): Promise<void> {
    // What went wrong is known already: a failed write is not news.
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
    // It is waited for later: until then a failure has nobody who listens.
    this.#writing.catch(() => undefined);
  }
}
