import type { BlobContent, BlobReader, Segment } from './ports';

/** Bytes that come in one piece, at most: each costs as much as copying some hundred KiB. */
const PIECE_BYTES = 1024 * 1024;

/** Where a {@link Reading} finds the bytes of segments. */
export interface SegmentSource {
  content(blobId: number): BlobContent;
  open(file: string): Promise<BlobReader>;
}

/**
 * The bytes of segments, in pieces, each good until the next one is asked for. While one piece is being used the next is read,
 * so at most two are in memory.
 *
 * Ends by itself after the last piece and after a failure; whoever stops before has to call `return`, as `for await` and
 * streams do, also before the first piece: a generator would not notice that.
 */
export class Reading implements AsyncIterableIterator<Uint8Array> {
  readonly #segments: Iterator<Segment>;
  #segment: Segment | undefined;
  /** How much of the segment is read. */
  #done = 0;
  #open: { readonly file: string; readonly reader: BlobReader } | undefined;
  #ahead: Promise<Uint8Array | undefined> | undefined;
  #buffers: readonly [older: Uint8Array | undefined, newer: Uint8Array | undefined] = [undefined, undefined];
  #end: Promise<void> | undefined;

  constructor(
    segments: readonly Segment[],
    private readonly source: SegmentSource,
    private readonly release: () => void,
  ) {
    this.#segments = segments[Symbol.iterator]();
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
        // It is waited for by the next call, if there is one.
        this.#ahead.catch(() => undefined);
        return { done: false, value: piece };
      }
    } catch (error) {
      await this.return();
      throw error;
    }
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
    const size = Math.min(PIECE_BYTES, length - this.#done);
    this.#done += size;
    const content = this.source.content(blobId);
    if ('bytes' in content) return content.bytes.subarray(position, position + size);
    const reader = await this.#openFile(content.file);
    const piece = this.#takeBuffer(size);
    await reader.read(position, piece);
    return piece;
  }

  /** The one that was given out last but one: what the system has to clear for each piece anew costs more than reading it. */
  #takeBuffer(size: number): Uint8Array {
    const [older, newer] = this.#buffers;
    const buffer = older && older.length >= size ? older : Buffer.allocUnsafeSlow(size);
    this.#buffers = [newer, buffer];
    return buffer.length === size ? buffer : buffer.subarray(0, size);
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

/** The segments of a part of what the segments hold: `length` bytes from `offset` on. */
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
