import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

/** What a client may go on sending after its response, and how long, before the connection ends. */
const MOST_BYTES = 32 * 1024 * 1024;
const MOST_MS = 5_000;

/** In place of a body that is not read. */
export function withoutBody(headers: IncomingHttpHeaders): Readable & { receivedEncodedLength: number } {
  // Fastify compares it with what was announced.
  return Object.assign(Readable.from([]), { receivedEncodedLength: Number(headers['content-length'] ?? 0) });
}

/**
 * The response has left; what still comes of the body is thrown away for a while, so that the client hears the response and
 * may go on. Closing at once would reset the connection.
 */
export function drain(incoming: IncomingMessage): void {
  if (incoming.complete || incoming.destroyed) return;
  let bytes = 0;
  const timer = setTimeout(() => incoming.destroy(), MOST_MS).unref();
  incoming.on('data', ({ length }: Uint8Array) => {
    bytes += length;
    if (bytes > MOST_BYTES) incoming.destroy();
  });
  incoming.once('close', () => clearTimeout(timer));
  incoming.resume();
}
