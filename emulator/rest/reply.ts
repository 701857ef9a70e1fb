import type { FastifyReply } from 'fastify';
import { type Answer, toText } from './answer';

/** Sends an answer. */
export function send(reply: FastifyReply, answer: Answer): FastifyReply {
  const text = toText(answer);
  reply.code(answer.status).headers(answer.headers);
  // An empty answer says so, except 204, which has no length.
  if (text === undefined && answer.status !== 204) reply.header('content-length', '0');
  return reply.send(text);
}

/** Sends an answer that says it has another length than it has; where bytes are missing the connection ends after the last. */
export function sendAnnounced(reply: FastifyReply, answer: Answer, bytes: number): void {
  const text = Buffer.from(toText(answer) ?? '');
  reply.hijack();
  reply.raw.writeHead(answer.status, { ...answer.headers, 'content-length': bytes });
  reply.raw.flushHeaders();
  if (text.length === bytes) reply.raw.end(text);
  else reply.raw.write(text, () => reply.raw.destroy());
}

/** Ends the connection without an answer. */
export function cut(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.destroy();
}

/** Sends the headers and some bytes of the body (half of them unless told), then ends the connection. */
export function sendTruncated(reply: FastifyReply, answer: Answer, bytes?: number): void {
  const text = Buffer.from(toText(answer) ?? '');
  if (text.length === 0) {
    cut(reply);
    return;
  }
  reply.hijack();
  reply.raw.writeHead(answer.status, { ...answer.headers, 'content-length': text.length });
  // Destroyed only when the part is on its way, else the client sees no answer at all.
  reply.raw.write(text.subarray(0, Math.min(bytes ?? text.length / 2, text.length - 1)), () => reply.raw.destroy());
}
