import type { BlobFiles, BlobWriter, NewBlob } from './ports';

/** Bodies up to this size lie in the database, larger ones in files: from there on a file costs less (measured). */
export const INLINE_BYTES = 16 * 1024;

/** How much is collected before it is written. */
const WRITE_BYTES = 512 * 1024;

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
    return this.#pendingBytes < WRITE_BYTES ? undefined : this.#flush();
  }

  async end(): Promise<NewBlob> {
    if (this.#size <= INLINE_BYTES) return { size: this.#size, bytes: Buffer.concat(this.#pending, this.#size) };
    if (this.#pendingBytes > 0) await this.#flush();
    await this.#writing;
    const writer = await this.#open();
    await writer.close();
    return { size: this.#size, file: writer.file };
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
    const writer = await this.#open();
    await this.#writing;
    this.#writing = writer.write(pieces);
    // It is waited for later: until then a failure has nobody who listens.
    this.#writing.catch(() => undefined);
  }

  async #open(): Promise<BlobWriter> {
    this.#writer ??= await this.files.create();
    return this.#writer;
  }
}
