import { GrpcError, Status } from './status';

/** The prefix of a message on the wire: one byte of flags and four bytes of length. */
const PREFIX_BYTES = 5;

/** A message with its prefix, in new bytes. */
export function frame(message: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(PREFIX_BYTES + message.length);
  bytes[0] = 0;
  bytes.writeUInt32BE(message.length, 1);
  bytes.set(message, PREFIX_BYTES);
  return bytes;
}

/** Splits received bytes into messages. One of more than `maxMessageBytes` is an error once its length is known, before it is collected. */
export class FrameReader {
  #chunks: Uint8Array[] = [];
  #available = 0;
  /** Length of the message whose prefix was read; undefined before that. */
  #length: number | undefined;

  constructor(private readonly maxMessageBytes: number) {}

  /** Adds bytes, and returns the messages that they complete, perhaps as views. Throws a {@link GrpcError} for a bad frame, and is of no use then. */
  push(chunk: Uint8Array): Uint8Array[] {
    const whole = this.#available === 0 && this.#length === undefined ? this.#wholeMessage(chunk) : undefined;
    if (whole) return [whole];
    this.#chunks.push(chunk);
    this.#available += chunk.length;
    const messages: Uint8Array[] = [];
    for (;;) {
      if (this.#length === undefined) {
        if (this.#available < PREFIX_BYTES) return messages;
        this.#length = this.#readPrefix();
      }
      if (this.#available < this.#length) return messages;
      messages.push(this.#take(this.#length));
      this.#length = undefined;
    }
  }

  /** The message of a chunk that is one frame, as most are; undefined for any other, also for one that is wrong. */
  #wholeMessage(chunk: Uint8Array): Uint8Array | undefined {
    if (chunk.length < PREFIX_BYTES || chunk[0] !== 0) return undefined;
    const [, a, b, c, d] = chunk as unknown as [number, number, number, number, number];
    const length = a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d;
    return length === chunk.length - PREFIX_BYTES && length <= this.maxMessageBytes
      ? chunk.subarray(PREFIX_BYTES)
      : undefined;
  }

  /** To be called at the end of input. Throws a {@link GrpcError} if the input ends within a message. */
  end(): void {
    if (this.#available > 0 || this.#length !== undefined) {
      throw new GrpcError(Status.INTERNAL, 'the request ended in the middle of a message');
    }
  }

  #readPrefix(): number {
    const prefix = Buffer.from(this.#take(PREFIX_BYTES));
    if (prefix[0] === 1) throw new GrpcError(Status.UNIMPLEMENTED, 'compressed messages are not supported');
    if (prefix[0] !== 0) throw new GrpcError(Status.INTERNAL, 'a message starts with unknown flags');
    const length = prefix.readUInt32BE(1);
    if (length > this.maxMessageBytes) {
      throw new GrpcError(
        Status.RESOURCE_EXHAUSTED,
        `received message larger than max (${length} vs. ${this.maxMessageBytes} bytes)`,
      );
    }
    return length;
  }

  #take(length: number): Uint8Array {
    const [first] = this.#chunks;
    this.#available -= length;
    if (first && first.length >= length) {
      if (first.length === length) this.#chunks.shift();
      else this.#chunks[0] = first.subarray(length);
      return first.subarray(0, length);
    }
    // Chunks are joined once, so that a message of many chunks is copied only once.
    const all = Buffer.concat(this.#chunks);
    this.#chunks = all.length > length ? [all.subarray(length)] : [];
    return all.subarray(0, length);
  }
}
