import type { Http2Stream } from '../http2/stream';
import { FrameReader } from './framing';
import { GrpcError, Status } from './status';

/** The part of a stream that reading needs. */
type Source = Pick<Http2Stream, 'onData' | 'onEnd' | 'onClose' | 'release'>;

/**
 * Reads the single message of a unary call; to be called at once for a new stream. Resolves at the end of the request. Rejects with a
 * {@link GrpcError}: UNIMPLEMENTED for none or several messages, CANCELLED if the stream closes before, else as {@link FrameReader} says.
 */
export function readSingle(stream: Source, maxMessageBytes: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const reader = new FrameReader(maxMessageBytes);
    let request: Uint8Array | undefined;
    let isSettled = false;
    const settle = (work: () => void) => {
      if (isSettled) return;
      try {
        work();
      } catch (error) {
        isSettled = true;
        reject(error);
      }
    };
    stream.onData = (chunk) => {
      stream.release(chunk.length);
      settle(() => {
        for (const message of reader.push(chunk)) {
          if (request) throw new GrpcError(Status.UNIMPLEMENTED, 'the method takes one message, and got more');
          request = message;
        }
      });
    };
    stream.onEnd = () =>
      settle(() => {
        reader.end();
        if (!request) throw new GrpcError(Status.UNIMPLEMENTED, 'the method takes one message, and got none');
        isSettled = true;
        resolve(request);
      });
    // Only without an end before: making an error with its stack costs as much as reading the request.
    stream.onClose(() =>
      settle(() => {
        throw new GrpcError(Status.CANCELLED, 'the client cancelled the call');
      }),
    );
  });
}

/**
 * The messages of a streaming call; to be called at once for a new stream. Lets the client send more only when a message has been taken, which
 * slows it down (back pressure). Ends with the request. Throws a {@link GrpcError} for an invalid frame, or the signal's reason, after the messages
 * of earlier chunks.
 */
export function readMessages(stream: Source, maxMessageBytes: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const reader = new FrameReader(maxMessageBytes);
  const messages: Uint8Array[] = [];
  let unreleased = 0;
  let failure: unknown;
  let ended = false;
  let wake = () => {};

  stream.onData = (chunk) => {
    unreleased += chunk.length;
    try {
      messages.push(...reader.push(chunk));
    } catch (error) {
      failure = error;
    }
    wake();
  };
  stream.onEnd = () => {
    ended = true;
    wake();
  };
  signal.addEventListener('abort', () => wake(), { once: true });

  return read();

  async function* read(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const message = messages.shift();
      if (message) {
        yield message;
        continue;
      }
      if (signal.aborted) throw signal.reason;
      if (failure !== undefined) throw failure;
      if (ended) return reader.end();
      await new Promise<void>((resolve) => {
        wake = resolve;
        stream.release(unreleased);
        unreleased = 0;
      });
    }
  }
}
