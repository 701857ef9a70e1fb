import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { S3Context } from '../ports';
import { Handler } from './handler';

/** Time limit for an idle connection between requests, and for receiving the head of a request. */
const IDLE_MS = 65_000;

/** How long a body may stall, in either direction. */
const STALLED_MS = 60_000;

/** Size of the pieces in which bodies are read and written: larger ones mean fewer of them. */
const PIECE_BYTES = 256 * 1024;

/** Creates a server for the data plane. Pass it to {@link serveS3} before its first request. */
export function createS3Server(): Server {
  const server = createServer({ highWaterMark: PIECE_BYTES, keepAliveTimeout: IDLE_MS, headersTimeout: IDLE_MS });
  // A body may take any time as long as it makes progress.
  server.requestTimeout = 0;
  server.timeout = STALLED_MS;
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => refuseUnreadable(error, socket));
  return server;
}

/** Serves the data plane: any request gets a response. */
export function serveS3(server: Server, context: S3Context): { settled(): Promise<void> } {
  const handler = new Handler(context);
  server.on('request', (incoming, response) => handler.handle(incoming, response));
  server.on('checkContinue', (incoming, response) => handler.handle(incoming, response, true));
  return handler;
}

/** Responds to anything that is not readable as HTTP with a minimal error. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const isLong = error.code === 'HPE_HEADER_OVERFLOW';
  const [code, message] = isLong
    ? ['RequestHeaderSectionTooLarge', 'Your request header section exceeds the maximum allowed size.']
    : ['BadRequest', 'An error occurred when parsing the HTTP request.'];
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/xml\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
}
