import { createServer, type Server } from 'node:http';
import type { S3Context } from '../context';
import { Handler } from './handler';
import { refuseConnect, refuseUnreadable } from './unreadable';

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
  return server;
}

/** Serves the data plane: any request gets a response. */
export function serveS3(server: Server, context: S3Context): { settled(): Promise<void> } {
  const handler = new Handler(context);
  server.on('request', (incoming, response) => handler.handle(incoming, response));
  server.on('checkContinue', (incoming, response) => handler.handle(incoming, response, true));
  server.on('clientError', (error, socket) => refuseUnreadable(context, handler.hostId, error, socket));
  server.on('connect', (_incoming, socket) => refuseConnect(context, handler.hostId, socket));
  return handler;
}
