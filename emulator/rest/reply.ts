import type { FastifyReply } from 'fastify';
import { type RestResponse, toText } from './response';

/** Sends a response. */
export function send(reply: FastifyReply, response: RestResponse): FastifyReply {
  const text = toText(response);
  reply.code(response.status).headers(response.headers);
  return reply.send(text);
}

/** Sends a response with `bytes` as its `content-length`; if its body has another length, cuts the connection after the body. */
export function sendAnnounced(reply: FastifyReply, response: RestResponse, bytes: number): void {
  const text = Buffer.from(toText(response) ?? '');
  reply.hijack();
  reply.raw.writeHead(response.status, { ...response.headers, 'content-length': bytes });
  reply.raw.flushHeaders();
  if (text.length === bytes) reply.raw.end(text);
  else reply.raw.write(text, () => reply.raw.destroy());
}

/** Ends the connection without a response. */
export function cut(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.destroy();
}

/** Sends the headers and some bytes of the body (half of them by default), then cuts the connection. */
export function sendTruncated(reply: FastifyReply, response: RestResponse, bytes?: number): void {
  const text = Buffer.from(toText(response) ?? '');
  if (text.length === 0) {
    cut(reply);
    return;
  }
  reply.hijack();
  reply.raw.writeHead(response.status, { ...response.headers, 'content-length': text.length });
  // Destroyed only after the part is sent; otherwise the client sees no response at all.
  reply.raw.write(text.subarray(0, Math.min(bytes ?? text.length / 2, text.length - 1)), () => reply.raw.destroy());
}
