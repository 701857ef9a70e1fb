import type { BlobContent, BlobReader, Segment } from './ports';

/** The largest size of a piece. Each piece costs as much as copying some hundred KiB. */
const PIECE_BYTES = 1024 * 1024;

/** From this number of concurrent readings on, new ones use smaller pieces to save memory. */
const MANY_READINGS = 8;
const SMALL_PIECE_BYTES = 256 * 1024;

/** Memory that no reading uses now. Clearing new memory for each piece costs the system more than reading it. */
const spare: Uint8Array[] = [];
const MOST_SPARE = 8;

let readings = 0;

export interface SegmentSource {
  content(blobId: number): BlobContent;
  open(file: string): Promise<BlobReader>;
}

/**
 * The bytes of segments, in pieces, each valid until the next one is requested. The next piece is read while one is being used,
 * so at most two are in memory.
 *
 * Ends by itself after the last piece and after a failure. A reader that stops early must call `return`, as `for await` and
 * streams do, even before the first piece, which a generator would not notice. Memory is reused by the next reading only if the
 * reader has requested a piece beyond the last one.
 */
export class Reading implements AsyncIterableIterator<Uint8Array> {
  readonly #segments: Iterator<Segment>;
  #segment: Segment | undefined;
  /** Number of bytes read of the current segment. */
  #done = 0;
  #open: { readonly file: string; readonly reader: BlobReader } | undefined;
  #ahead: Promise<Uint8Array | undefined> | undefined;
  /** The buffers; the last one was filled last. */
  readonly #buffers: Uint8Array[] = [];
  #end: Promise<void> | undefined;
  readonly #pieceBytes = readings < MANY_READINGS ? PIECE_BYTES : SMALL_PIECE_BYTES;

  constructor(
    segments: readonly Segment[],
    private readonly source: SegmentSource,
    private readonly release: () => void,
  ) {
    this.#segments = segments[Symbol.iterator]();
    readings += 1;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (this.#end) return { done: true, value: undefined };
    try {
      const piece = await (this.#ahead ?? this.#read());
      if (piece !== undefined && this.#end === undefined) {
        this.#ahead = this.#read();
        // The next call, if there is one, awaits it.
        this.#ahead.catch(() => undefined);
        return { done: false, value: piece };
      }
    } catch (error) {
      await this.return();
      throw error;
    }
    if (this.#end === undefined) this.#keepBuffers();
    return this.return();
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.#end ??= this.#close();
    await this.#end;
    return { done: true, value: undefined };
  }

  async #close(): Promise<void> {
    try {
      await this.#ahead?.catch(() => undefined);
      await this.#open?.reader.close();
    } finally {
      readings -= 1;
      this.release();
    }
  }

  async #read(): Promise<Uint8Array | undefined> {
    if (this.#segment === undefined || this.#done === this.#segment[2]) {
      const { done, value } = this.#segments.next();
      if (done) return undefined;
      this.#segment = value;
      this.#done = 0;
    }
    const [blobId, offset, length] = this.#segment;
    const position = offset + this.#done;
    const size = Math.min(this.#pieceBytes, length - this.#done);
    this.#done += size;
    const content = this.source.content(blobId);
    if ('bytes' in content) return content.bytes.subarray(position, position + size);
    const reader = await this.#openFile(content.file);
    const piece = this.#takeBuffer(size);
    await reader.read(position, piece);
    return piece;
  }

  /** A buffer for the next piece. The one of the piece before the last is free again. */
  #takeBuffer(size: number): Uint8Array {
    let buffer = this.#buffers.length === 2 ? this.#buffers.shift() : undefined;
    if (size === PIECE_BYTES) buffer ??= spare.pop();
    if (buffer === undefined || buffer.length < size) buffer = Buffer.allocUnsafeSlow(size);
    this.#buffers.push(buffer);
    return buffer.subarray(0, size);
  }

  /** Keeps the buffers for other readings. Only after the last piece, because a piece that was not consumed may still be in use. */
  #keepBuffers(): void {
    const whole = this.#buffers.filter(({ length }) => length === PIECE_BYTES);
    spare.push(...whole.slice(0, MOST_SPARE - spare.length));
    this.#buffers.length = 0;
  }

  async #openFile(file: string): Promise<BlobReader> {
    if (this.#open?.file === file) return this.#open.reader;
    await this.#open?.reader.close();
    this.#open = undefined;
    const reader = await this.source.open(file);
    this.#open = { file, reader };
    return reader;
  }
}

/** The segments of `length` bytes from `offset` on. */
export function slice(segments: readonly Segment[], offset: number, length: number): Segment[] {
  const sliced: Segment[] = [];
  let start = 0;
  for (const [blobId, from, size] of segments) {
    const first = Math.max(offset - start, 0);
    const last = Math.min(offset + length - start, size);
    if (first < last) sliced.push([blobId, from + first, last - first]);
    start += size;
  }
  return sliced;
}
