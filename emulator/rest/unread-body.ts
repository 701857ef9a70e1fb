import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

/** How much a client may still send after its response, and for how long, before the connection is closed. */
const MOST_BYTES = 32 * 1024 * 1024;
const MOST_MS = 5_000;

/** Returns an empty stream in place of a body that is not read. */
export function withoutBody(headers: IncomingHttpHeaders): Readable & { receivedEncodedLength: number } {
  // Fastify compares it with the announced length.
  return Object.assign(Readable.from([]), { receivedEncodedLength: Number(headers['content-length'] ?? 0) });
}

/**
 * Discards the rest of the request body for a while after the response, so that the client receives the response and may continue.
 * Closing at once would reset the connection.
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
