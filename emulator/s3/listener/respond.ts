import { setTimeout as sleep } from 'node:timers/promises';
import type { ByteStream, S3Response } from '../response';
import type { Exchange } from './exchange';

/** Maximum size of an unread body that is drained after the response, so that the connection can be reused. */
const DRAINED_BYTES = 1024 * 1024;

/** How long, and how much, a client may keep sending after an error response before its connection is closed. */
const LINGER_MS = 5_000;
const LINGER_BYTES = 32 * 1024 * 1024;

export interface Delivery {
  /** Headers common to all responses. */
  readonly headers: Record<string, string>;
  /** Send only this many bytes of the body, or half of them for `half`, then cut the connection. */
  readonly truncate?: number | 'half' | undefined;
}

/** Writes a response. True: it was sent completely; false: the connection was cut. */
export async function respond(
  exchange: Exchange,
  s3Response: S3Response,
  { headers, truncate }: Delivery,
): Promise<boolean> {
  const { response, incoming, isCurrent } = exchange;
  if (response.destroyed) {
    discard(s3Response);
    return false;
  }
  const { status, body } = s3Response;
  // A fault may have held the response: stored bytes are sent only while the key and the bucket exist.
  if (body instanceof Uint8Array && isCurrent?.() === false) {
    cut(exchange);
    return false;
  }
  Object.assign(headers, s3Response.headers);
  const hasBody = incoming.method !== 'HEAD' && status !== 204 && status !== 304;
  const length = typeof body === 'string' ? Buffer.byteLength(body) : (body?.length ?? 0);
  // Only a fault announces a different length.
  const announced = hasBody ? headers['content-length'] : undefined;
  if (hasBody) headers['content-length'] ??= String(length);
  if (typeof body === 'string' && body !== '') headers['content-type'] ??= 'application/xml';
  const lingers = truncate === undefined && isSending(exchange);
  if (lingers || exchange.waitsToSend) headers.connection = 'close';
  if (truncate !== undefined) {
    if (hasBody && length > 0) return sendPart(exchange, s3Response, headers, part(length, truncate));
    discard(s3Response);
    cut(exchange);
    return false;
  }
  if (announced !== undefined && announced !== String(length)) return sendPart(exchange, s3Response, headers, length);
  if (!hasBody || body === undefined || isAtHand(body)) {
    if (!hasBody) discard(s3Response);
    response.writeHead(status, headers);
    const whole = hasBody && length > 0 && isAtHand(body) ? body : undefined;
    if (lingers) await linger(exchange, whole);
    // Encoding a long text here is faster than letting Node encode it while sending.
    else response.end(typeof whole === 'string' ? Buffer.from(whole) : whole, s3Response.release);
    return true;
  }
  return pump(exchange, status, headers, body);
}

/** Number of bytes to send of a body, which are never all. */
function part(length: number, truncate: number | 'half'): number {
  return truncate === 'half' ? Math.floor(length / 2) : Math.min(truncate, length - 1);
}

/** Whether the whole body is in memory. */
function isAtHand(body: S3Response['body']): body is string | Uint8Array {
  return typeof body === 'string' || body instanceof Uint8Array;
}

/** Ends the connection without a response. */
export function cut({ response, incoming }: Exchange): void {
  response.destroy();
  incoming.destroy();
}

/** Releases the source of a response that is not sent. */
export function discard({ body }: S3Response): void {
  if (body === undefined || isAtHand(body)) return;
  void body.chunks[Symbol.asyncIterator]()
    .return?.()
    ?.catch(() => undefined);
}

/** Streams the bytes, each piece only while the key and the bucket exist. Throws, with nothing sent, if the first piece cannot be read. */
async function pump(
  exchange: Exchange,
  status: number,
  headers: Record<string, string>,
  { chunks, length }: ByteStream,
): Promise<boolean> {
  const { response, isCurrent } = exchange;
  const iterator = chunks[Symbol.asyncIterator]();
  let left = length;
  let isWhole = false;
  try {
    let next = await iterator.next();
    response.writeHead(status, headers);
    // The next piece, or one of another response, reuses the memory of this one, which therefore must have been sent.
    for (; !next.done; next = await iterator.next()) {
      if (response.destroyed || isCurrent?.() === false) return false;
      left -= next.value.length;
      const { value } = next;
      if (left > 0) await untilDone(response, (done) => response.write(value, done));
      else {
        await untilDone(response, (done) => response.end(value, done));
        isWhole = response.writableFinished;
        if (!isWhole) return false;
      }
    }
    // False with fewer bytes than announced: the client must not take them for the whole body.
    return isWhole;
  } finally {
    await iterator.return?.();
    if (!isWhole && response.headersSent) cut(exchange);
  }
}

async function sendPart(
  exchange: Exchange,
  s3Response: S3Response,
  headers: Record<string, string>,
  bytes: number,
): Promise<boolean> {
  const { response } = exchange;
  response.writeHead(s3Response.status, headers);
  response.flushHeaders();
  let left = bytes;
  const { body = '' } = s3Response;
  for await (const chunk of isAtHand(body) ? [Buffer.from(body)] : body.chunks) {
    const piece = chunk.subarray(0, left);
    left -= piece.length;
    await untilDone(response, (done) => response.write(piece, done));
    if (left === 0 || response.destroyed) break;
  }
  cut(exchange);
  return false;
}

/** Resolves once the piece that `act` writes has been sent, or the connection is closed. */
function untilDone(response: Exchange['response'], act: (done: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('close', done);
      resolve();
    };
    response.on('close', done);
    act(done);
  });
}

/** Whether the client is still sending more of the body than is worth reading. */
function isSending({ incoming, waitsToSend }: Exchange): boolean {
  if (incoming.complete || waitsToSend) return false;
  const { 'content-length': length, 'transfer-encoding': coding } = incoming.headers;
  return coding !== undefined || Number(length ?? 0) > DRAINED_BYTES;
}

/** Sends the response, then reads for a while what still comes: closing at once would reset the connection, and the response might be lost. */
async function linger({ incoming, response }: Exchange, body: string | Uint8Array | undefined): Promise<void> {
  if (body === undefined) response.flushHeaders();
  else response.write(body);
  const ended = new AbortController();
  let read = 0;
  const end = () => ended.abort();
  incoming.on('data', (chunk: Uint8Array) => {
    read += chunk.length;
    if (read > LINGER_BYTES) end();
  });
  incoming.once('end', end);
  incoming.once('close', end);
  incoming.resume();
  if (!incoming.complete && !incoming.destroyed) {
    await sleep(LINGER_MS, undefined, { signal: ended.signal, ref: false }).catch(() => undefined);
  }
  response.end();
}
