import { ErrorCode, FRAME_BYTES, HEAD_BYTES, Http2Error, MAX_31_BITS, PREFACE } from './frames';

/** Receives a frame. Its payload is a view that may be kept. */
type OnFrame = (type: number, flags: number, streamId: number, payload: Buffer) => void;

/** Splits what a client sends, which begins with the preface, into frames. */
export class FrameSplitter {
  /** What has arrived, but is no whole frame yet. */
  #rest: Buffer = Buffer.alloc(0);
  #isGreeted = false;

  constructor(private readonly onFrame: OnFrame) {}

  /** Adds bytes, and hands out the frames that they complete. Throws an {@link Http2Error} for what is no frame, and what `onFrame` throws. */
  push(chunk: Buffer): void {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    let at = 0;
    if (!this.#isGreeted) {
      const greeting = bytes.subarray(0, PREFACE.length);
      if (!greeting.equals(PREFACE.subarray(0, greeting.length))) {
        throw new Http2Error(ErrorCode.PROTOCOL_ERROR, 'a client that does not speak HTTP/2');
      }
      this.#isGreeted = greeting.length === PREFACE.length;
      at = this.#isGreeted ? PREFACE.length : 0;
    }
    while (this.#isGreeted && bytes.length - at >= HEAD_BYTES) {
      const length = bytes.readUIntBE(at, 3);
      if (length > FRAME_BYTES) throw new Http2Error(ErrorCode.FRAME_SIZE_ERROR, 'a frame above the limit');
      const [start, end] = [at + HEAD_BYTES, at + HEAD_BYTES + length];
      if (bytes.length < end) break;
      const streamId = bytes.readUInt32BE(at + 5) & MAX_31_BITS;
      this.onFrame(bytes[at + 3] as number, bytes[at + 4] as number, streamId, bytes.subarray(start, end));
      at = end;
    }
    this.#rest = bytes.subarray(at);
  }
}
