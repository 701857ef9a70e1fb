import type { Readable } from 'node:stream';
import { incompleteBody, S3Error } from '../errors';

/** How many bytes may be buffered before the sender has to wait. */
const WAITING_BYTES = 256 * 1024;

/**
 * The bytes of a body as they arrive. Iterating over the stream itself would first copy buffered pieces into one. Throws
 * `IncompleteBody` if the connection breaks, or the error of S3 that `form.ts` ends the file of a malformed form with. If Node itself could not read
 * the body, the handler replaces either by `bodyError`. If the reader stops early, the rest is discarded.
 */
export async function* piecesOf(body: Readable): AsyncGenerator<Uint8Array> {
  const waiting: Uint8Array[] = [];
  let bytes = 0;
  let isOver = body.readableEnded || body.destroyed;
  let wake: () => void = () => undefined;
  const take = (piece: Uint8Array) => {
    waiting.push(piece);
    bytes += piece.length;
    if (bytes >= WAITING_BYTES) body.pause();
    wake();
  };
  const end = () => {
    isOver = true;
    wake();
  };
  body.on('data', take).on('end', end).on('error', end).on('close', end);
  try {
    for (;;) {
      const piece = waiting.shift();
      if (piece) {
        bytes -= piece.length;
        yield piece;
      } else if (isOver) {
        if (body.readableEnded) return;
        throw body.errored instanceof S3Error ? body.errored : incompleteBody();
      } else {
        body.resume();
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    body.off('data', take).off('end', end).off('error', end).off('close', end);
    // Destroying it would cut the connection before a response could be sent.
    if (!body.readableEnded && !body.destroyed) body.resume();
  }
}
