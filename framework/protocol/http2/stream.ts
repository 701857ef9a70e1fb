import { FRAME_BYTES } from './frames';

/** What a stream needs of its connection. */
export interface Frames {
  /** Sends headers; `ends` if nothing follows on the stream. */
  headers(streamId: number, block: Uint8Array, ends: boolean): void;
  data(streamId: number, bytes: Uint8Array): void;
  windowUpdate(streamId: number, bytes: number): void;
  /** Number of bytes of data that the client still takes on all streams together. */
  readonly window: number;
  /** To be resumed when that grows. */
  waitForWindow(stream: Http2Stream): void;
  /** To be called when both sides have ended, or one has reset it. */
  forget(stream: Http2Stream, isReset: boolean): void;
}

/** One request and its response. Whoever handles it sets {@link onData} and {@link onEnd} at once, before anything arrives. */
export class Http2Stream {
  /** Receives the bytes of the request. As long as too many of them are not released, the client sends no more. */
  onData: (bytes: Buffer) => void = (bytes) => this.release(bytes.length);
  /** Called when the request has arrived as a whole. */
  onEnd: () => void = () => {};
  readonly #onClose: (() => void)[] = [];
  #isClosed = false;
  #isRequested = false;
  #areHeadersSent = false;
  readonly #queue: Uint8Array[] = [];
  #trailers: Uint8Array | undefined;
  #isResponded = false;
  #onDrained: (() => void)[] = [];
  /** Bytes of the request that were handed to {@link onData} and not released. */
  #held = 0;
  /** Bytes that were released, and that the client may send again when it is told. */
  #released = 0;

  constructor(
    readonly id: number,
    private readonly frames: Frames,
    /** Number of bytes of data that the client still takes on this stream. */
    private window: number,
    /** Number of bytes of data that the client may have sent without their release. */
    private readonly receiveWindow: number,
  ) {}

  /** True if the client will send no more. */
  get isRequested(): boolean {
    return this.#isRequested;
  }

  /** True when the response has left, the client has reset the stream, or the connection has ended. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  get areHeadersSent(): boolean {
    return this.#areHeadersSent;
  }

  /** Adds a listener that is called once, when {@link isClosed} has become true. */
  onClose(listener: () => void): void {
    this.#onClose.push(listener);
  }

  /** Lets the client send as many more bytes. It is told when they are many. */
  release(bytes: number): void {
    this.#held -= bytes;
    this.#released += bytes;
    if (this.#isRequested || this.#released < this.receiveWindow / 2) return;
    this.frames.windowUpdate(this.id, this.#released);
    this.#released = 0;
  }

  /** Sends the headers of the response; `ends` if they are all of it. */
  respond(block: Uint8Array, ends = false): void {
    if (this.#isClosed || this.#areHeadersSent) return;
    this.#areHeadersSent = true;
    this.frames.headers(this.id, block, ends);
    if (ends) this.#noteResponded();
  }

  /** Sends bytes of the response as soon as the client takes them, after all that were to be sent before. */
  write(bytes: Uint8Array): void {
    if (this.#isClosed || bytes.length === 0) return;
    this.#queue.push(bytes);
    this.resume();
  }

  /** Ends the response with these trailers, after its last byte. */
  end(trailers: Uint8Array): void {
    if (this.#isClosed) return;
    this.#trailers = trailers;
    this.resume();
  }

  /** Resolves when everything written is on its way, or the stream is closed. */
  async drained(): Promise<void> {
    if (this.#queue.length > 0) await new Promise<void>((resolve) => this.#onDrained.push(resolve));
  }

  /* What follows is for the connection. */

  /** @param frameBytes the length of the frame's payload, perhaps with padding */
  receive(content: Buffer, frameBytes: number): void {
    this.#held += frameBytes;
    this.release(frameBytes - content.length);
    if (content.length > 0) this.onData(content);
  }

  receiveEnd(): void {
    if (this.#isRequested) return;
    this.#isRequested = true;
    this.onEnd();
    this.#forgetIfDone();
  }

  growWindow(bytes: number): number {
    this.window += bytes;
    this.resume();
    return this.window;
  }

  /** Sends as much of the queue as the client takes. */
  resume(): void {
    while (this.#queue.length > 0) {
      const first = this.#queue[0] as Uint8Array;
      const length = Math.min(first.length, FRAME_BYTES, this.window, this.frames.window);
      if (length <= 0) {
        this.frames.waitForWindow(this);
        return;
      }
      this.window -= length;
      this.frames.data(this.id, first.subarray(0, length));
      if (length === first.length) this.#queue.shift();
      else this.#queue[0] = first.subarray(length);
    }
    if (this.#trailers !== undefined && !this.#isResponded) {
      this.frames.headers(this.id, this.#trailers, true);
      this.#noteResponded();
    }
    this.#wake();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#queue.length = 0;
    this.#wake();
    for (const listener of this.#onClose) listener();
  }

  #noteResponded(): void {
    this.#isResponded = true;
    // The rest of the request is dropped as it comes.
    this.onData = (bytes) => this.release(bytes.length);
    this.release(this.#held);
    this.#forgetIfDone();
  }

  #forgetIfDone(): void {
    if (this.#isRequested && this.#isResponded) this.frames.forget(this, false);
  }

  #wake(): void {
    const waiting = this.#onDrained;
    this.#onDrained = [];
    for (const resolve of waiting) resolve();
  }
}
