import type { ServerHttp2Stream } from 'node:http2';
import { FrameReader } from './framing';
import { GrpcError, Status } from './status';

/**
 * Reads the single message of a unary call; to be called once, before the stream flows. Resolves at the end of the request. Rejects with a
 * {@link GrpcError}: UNIMPLEMENTED for none or several messages, CANCELLED if the stream closes before, else as {@link FrameReader} says.
 */
export function readSingle(stream: ServerHttp2Stream, maxMessageBytes: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const reader = new FrameReader(maxMessageBytes);
    let request: Uint8Array | undefined;
    stream.on('data', (chunk: Buffer) => {
      try {
        for (const message of reader.push(chunk)) {
          if (request) throw new GrpcError(Status.UNIMPLEMENTED, 'the method takes one message, and got more');
          request = message;
        }
      } catch (error) {
        reject(error);
      }
    });
    // Only without an end before: making an error with its stack costs as much as reading the request.
    let ended = false;
    stream.once('close', () => {
      if (!ended) reject(new GrpcError(Status.CANCELLED, 'the client cancelled the call'));
    });
    stream.once('end', () => {
      ended = true;
      try {
        reader.end();
        if (!request) throw new GrpcError(Status.UNIMPLEMENTED, 'the method takes one message, and got none');
        resolve(request);
      } catch (error) {
        reject(error);
      }
    });
  });
}

/**
 * The messages of a streaming call. Reads from the stream only while the caller asks for a message, which slows the client down (back
 * pressure). Ends with the request. Throws a {@link GrpcError} for an invalid frame, or the signal's reason, after the messages of earlier chunks.
 */
export async function* readMessages(
  stream: ServerHttp2Stream,
  maxMessageBytes: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const reader = new FrameReader(maxMessageBytes);
  const messages: Uint8Array[] = [];
  let failure: unknown;
  let ended = false;
  let wake = () => {};

  stream.on('data', (chunk: Buffer) => {
    try {
      messages.push(...reader.push(chunk));
    } catch (error) {
      failure = error;
    }
    if (messages.length > 0 || failure !== undefined) stream.pause();
    wake();
  });
  stream.once('end', () => {
    ended = true;
    wake();
  });
  signal.addEventListener('abort', () => wake(), { once: true });

  for (;;) {
    const message = messages.shift();
    if (message) {
      yield message;
    } else {
      if (signal.aborted) throw signal.reason;
      if (failure !== undefined) throw failure;
      if (ended) return reader.end();
      await new Promise<void>((resolve) => {
        wake = resolve;
        stream.resume();
      });
    }
  }
}
