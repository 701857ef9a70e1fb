import type { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers';
import { FrameSplitter } from './frame-splitter';
import {
  contentOf,
  ErrorCode,
  Flag,
  FRAME_BYTES,
  FrameType,
  HEAD_BYTES,
  Http2Error,
  headOf,
  MAX_31_BITS,
  Setting,
  uint32,
} from './frames';
import { HeaderDecoder, type Headers } from './header-decoder';
import { type Frames, Http2Stream } from './stream';

export interface Http2Handler {
  /** Handles a new stream, and returns at once. Never throws. */
  stream(stream: Http2Stream, headers: Headers): void;
  /** Called once, when the connection is over and all of its streams are closed. */
  close(): void;
}

/** The window of every stream and of every connection until another one is set. */
const DEFAULT_WINDOW = 65_535;

/** The window of a stream, in bytes. The default costs a round trip for every 64 KiB. */
const STREAM_WINDOW = 1024 * 1024;

/** The longest block of headers, in bytes. */
const MAX_BLOCK_BYTES = 64 * 1024;

/** Bytes that may wait for the socket before streams wait for it, too: a client that reads slowly must not fill the memory. */
const MAX_UNSENT_BYTES = 1024 * 1024;

/** Time that a client has to read why its connection ends, in milliseconds. */
const GOODBYE_MS = 1_000;

/** Headers of which more is to come. */
interface Block {
  readonly streamId: number;
  readonly endsStream: boolean;
  readonly parts: Buffer[];
  /** Number of bytes so far, with the heads of the frames: empty ones must not be endless either. */
  bytes: number;
}

/**
 * The server's side of one HTTP/2 connection (RFC 9113): reads frames from a socket, hands out streams, and writes frames. What it writes while the
 * program runs leaves at once when the program waits again: a response takes one write, not one for each frame. It enforces what keeps both
 * sides in step, and ends the connection where they are not. Priorities are ignored, and nothing is pushed.
 */
export class Http2Connection implements Frames {
  readonly #splitter = new FrameSplitter((...frame) => this.#frame(...frame));
  readonly #decoder = new HeaderDecoder();
  readonly #streams = new Map<number, Http2Stream>();
  readonly #waiting = new Set<Http2Stream>();
  #isOver = false;
  #lastStreamId = 0;
  #block: Block | undefined;
  /** Bytes of data that have arrived since the client was told that it may send more. */
  #received = 0;
  #window = DEFAULT_WINDOW;
  #streamWindow = DEFAULT_WINDOW;
  #out: Uint8Array[] = [];
  /** Bytes that the socket has not taken. */
  #unsent = 0;
  /** Streams that are over when what is to be written has been. */
  #ending: Http2Stream[] = [];

  constructor(
    private readonly socket: Duplex,
    private readonly handler: Http2Handler,
  ) {
    const settings = [
      setting(Setting.INITIAL_WINDOW_SIZE, STREAM_WINDOW),
      setting(Setting.MAX_HEADER_LIST_SIZE, MAX_BLOCK_BYTES),
    ];
    this.#send(FrameType.SETTINGS, 0, 0, Buffer.concat(settings));
    // Each stream has its own limit, and the client decides how many there are.
    this.windowUpdate(0, MAX_31_BITS - DEFAULT_WINDOW);
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.on('error', () => {}); // `close` follows
    socket.once('close', () => this.#close());
  }

  get window(): number {
    return this.#unsent < MAX_UNSENT_BYTES ? this.#window : 0;
  }

  headers(streamId: number, block: Uint8Array, ends: boolean): void {
    const flags = ends ? Flag.END_STREAM : 0;
    if (block.length <= FRAME_BYTES) {
      this.#send(FrameType.HEADERS, flags | Flag.END_HEADERS, streamId, block);
      return;
    }
    this.#send(FrameType.HEADERS, flags, streamId, block.subarray(0, FRAME_BYTES));
    for (let at = FRAME_BYTES; at < block.length; at += FRAME_BYTES) {
      const isLast = at + FRAME_BYTES >= block.length;
      const part = block.subarray(at, at + FRAME_BYTES);
      this.#send(FrameType.CONTINUATION, isLast ? Flag.END_HEADERS : 0, streamId, part);
    }
  }

  data(streamId: number, bytes: Uint8Array): void {
    this.#window -= bytes.length;
    this.#send(FrameType.DATA, 0, streamId, bytes);
  }

  windowUpdate(streamId: number, bytes: number): void {
    this.#send(FrameType.WINDOW_UPDATE, 0, streamId, uint32(bytes));
  }

  waitForWindow(stream: Http2Stream): void {
    this.#waiting.add(stream);
  }

  forget(stream: Http2Stream, isReset: boolean): void {
    this.#streams.delete(stream.id);
    this.#waiting.delete(stream);
    if (isReset) stream.close();
    else if (this.#out.length > 0) this.#ending.push(stream);
    // Its response has left before its request ended.
    else this.socket.write('', () => stream.close());
  }

  #send(type: number, flags: number, streamId: number, payload: Uint8Array): void {
    if (this.#isOver) return;
    if (this.#out.length === 0) setImmediate(() => this.#flush());
    this.#unsent += HEAD_BYTES + payload.length;
    this.#out.push(headOf(payload.length, type, flags, streamId), payload);
  }

  #flush(): void {
    const [out, ending] = [this.#out, this.#ending];
    if (out.length === 0) return;
    [this.#out, this.#ending] = [[], []];
    const bytes = Buffer.concat(out);
    this.socket.write(bytes, () => {
      this.#unsent -= bytes.length;
      this.#resumeWaiting();
      for (const stream of ending) stream.close();
    });
  }

  #receive(chunk: Buffer): void {
    if (this.#isOver) return;
    try {
      this.#splitter.push(chunk);
    } catch (error) {
      this.#fail(error instanceof Http2Error ? error.code : ErrorCode.INTERNAL_ERROR);
      if (!(error instanceof Http2Error)) throw error;
    }
  }

  #frame(type: number, flags: number, streamId: number, payload: Buffer): void {
    if (this.#block && (type !== FrameType.CONTINUATION || streamId !== this.#block.streamId))
      throw wrong('headers that are interrupted');
    switch (type) {
      case FrameType.DATA:
        this.#data(flags, streamId, payload);
        break;
      case FrameType.HEADERS:
        if (streamId % 2 === 0) throw wrong('a stream with the number of a server');
        this.#block = { streamId, endsStream: (flags & Flag.END_STREAM) !== 0, parts: [], bytes: 0 };
        this.#continue(flags, contentOf(payload, type, flags));
        break;
      case FrameType.CONTINUATION:
        this.#continue(flags, payload);
        break;
      case FrameType.RST_STREAM: {
        requireLength(payload, 4);
        const stream = this.#known(streamId);
        if (stream) this.forget(stream, true);
        break;
      }
      case FrameType.SETTINGS:
        this.#settings(flags, streamId, payload);
        break;
      case FrameType.PING:
        requireLength(payload, 8);
        if (streamId !== 0) throw wrong('a ping of a stream');
        if ((flags & Flag.ACK) === 0) this.#send(FrameType.PING, Flag.ACK, 0, payload);
        break;
      case FrameType.WINDOW_UPDATE:
        this.#windowUpdate(streamId, payload);
        break;
      case FrameType.PUSH_PROMISE:
        throw wrong('a push from a client');
      // A client that says GOAWAY ends the connection when it has the responses. Other types are to be ignored.
    }
  }

  #data(flags: number, streamId: number, payload: Buffer): void {
    const stream = this.#known(streamId);
    this.#received += payload.length;
    if (this.#received >= STREAM_WINDOW) {
      this.windowUpdate(0, this.#received);
      this.#received = 0;
    }
    const content = contentOf(payload, FrameType.DATA, flags);
    // What was on its way when the stream was reset is dropped.
    if (!stream) return;
    if (stream.isRequested) throw wrong('data after the end of a request');
    stream.receive(content, payload.length);
    if (flags & Flag.END_STREAM) stream.receiveEnd();
  }

  /** Adds a part to the current block of headers. The whole one opens a stream, or ends the request of one with trailers, which mean nothing to us. */
  #continue(flags: number, part: Buffer): void {
    const block = this.#block;
    if (!block) throw wrong('a continuation of nothing');
    block.parts.push(part);
    block.bytes += HEAD_BYTES + part.length;
    if (block.bytes > MAX_BLOCK_BYTES) throw new Http2Error(ErrorCode.ENHANCE_YOUR_CALM, 'headers above the limit');
    if ((flags & Flag.END_HEADERS) === 0) return;
    this.#block = undefined;
    const { streamId, endsStream, parts } = block;
    const headers = this.#decoder.decode(parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts));
    if (streamId <= this.#lastStreamId) {
      const stream = this.#known(streamId);
      if (stream && !endsStream) throw wrong('headers in the middle of a request');
      stream?.receiveEnd();
      return;
    }
    this.#lastStreamId = streamId;
    const stream = new Http2Stream(streamId, this, this.#streamWindow, STREAM_WINDOW);
    this.#streams.set(streamId, stream);
    this.handler.stream(stream, headers);
    if (endsStream) stream.receiveEnd();
  }

  #settings(flags: number, streamId: number, payload: Buffer): void {
    if (streamId !== 0) throw wrong('settings of a stream');
    const isAck = (flags & Flag.ACK) !== 0;
    if (payload.length % 6 !== 0 || (isAck && payload.length > 0))
      throw new Http2Error(ErrorCode.FRAME_SIZE_ERROR, 'settings of the wrong length');
    if (isAck) return;
    for (let at = 0; at < payload.length; at += 6) {
      // We compress nothing, push nothing, and send no longer frames than everybody takes: of all settings this one matters.
      if (payload.readUInt16BE(at) === Setting.INITIAL_WINDOW_SIZE) this.#resizeWindows(payload.readUInt32BE(at + 2));
    }
    this.#send(FrameType.SETTINGS, Flag.ACK, 0, Buffer.alloc(0));
  }

  #resizeWindows(bytes: number): void {
    requireWindow(bytes);
    const change = bytes - this.#streamWindow;
    this.#streamWindow = bytes;
    for (const stream of [...this.#streams.values()]) requireWindow(stream.growWindow(change));
  }

  #windowUpdate(streamId: number, payload: Buffer): void {
    requireLength(payload, 4);
    const bytes = payload.readUInt32BE() & MAX_31_BITS;
    if (bytes === 0) throw wrong('a window that grows by nothing');
    let window: number;
    if (streamId === 0) {
      this.#window += bytes;
      window = this.#window;
      this.#resumeWaiting();
    } else {
      window = this.#known(streamId)?.growWindow(bytes) ?? 0;
    }
    requireWindow(window);
  }

  /** Lets streams go on in turns: those that this leaves no room for come first the next time. */
  #resumeWaiting(): void {
    for (const stream of [...this.#waiting]) {
      if (this.window <= 0) return;
      this.#waiting.delete(stream);
      stream.resume();
    }
  }

  /** A stream that the client has opened; undefined if it is over. */
  #known(streamId: number): Http2Stream | undefined {
    if (streamId === 0 || streamId > this.#lastStreamId) throw wrong('a frame of a stream that is not open');
    return this.#streams.get(streamId);
  }

  /** Tells the client what is wrong, and ends the connection. */
  #fail(code: number): void {
    this.#send(FrameType.GOAWAY, 0, 0, Buffer.concat([uint32(this.#lastStreamId), uint32(code)]));
    this.#flush();
    this.#isOver = true;
    this.socket.end(() => this.socket.destroy());
    setTimeout(() => this.socket.destroy(), GOODBYE_MS).unref();
  }

  #close(): void {
    this.#isOver = true;
    for (const stream of [...this.#streams.values(), ...this.#ending]) stream.close();
    this.#streams.clear();
    this.handler.close();
  }
}

function requireWindow(bytes: number): void {
  if (bytes > MAX_31_BITS) throw new Http2Error(ErrorCode.FLOW_CONTROL_ERROR, 'a window above the limit');
}

function setting(id: number, value: number): Buffer {
  const bytes = Buffer.alloc(6);
  bytes.writeUInt16BE(id);
  bytes.writeUInt32BE(value, 2);
  return bytes;
}

const wrong = (message: string) => new Http2Error(ErrorCode.PROTOCOL_ERROR, message);

function requireLength(payload: Buffer, bytes: number): void {
  if (payload.length !== bytes) throw new Http2Error(ErrorCode.FRAME_SIZE_ERROR, 'a frame of the wrong length');
}
