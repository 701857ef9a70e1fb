import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Connections, type ReadError, type RequestLine, writeRaw } from '../../http/raw';
import type { S3Context } from '../context';
import { methodNotAllowed, S3Error } from '../errors';
import { methodsOf } from '../routing/routes';
import { Handler } from './handler';
import { errorDocument } from './refuse';
import { toRecorded } from './to-s3-error';

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
  const connections = new Connections();
  const handle = (waitsToSend: boolean) => (incoming: IncomingMessage, response: ServerResponse) => {
    connections.note(incoming, response);
    handler.handle(incoming, response, waitsToSend);
  };
  server.on('request', handle(false));
  server.on('checkContinue', handle(true));
  server.on('clientError', (error: ReadError, socket) =>
    connections.refuse(error, socket, {
      toError: () => toError(error),
      respond: (line) => respondToUnreadable(context, handler.hostId, { ...line, error: toError(error, line), socket }),
    }),
  );
  // Node has no response of its own to CONNECT.
  server.on('connect', (_incoming, socket) => {
    const error = methodNotAllowed({ Method: 'CONNECT' });
    connections.inTurn(socket, () =>
      respondToUnreadable(context, handler.hostId, { method: 'CONNECT', path: '*', error, socket }),
    );
  });
  return handler;
}

/** The error for what Node could not read; without a line if that is not known. */
function toError({ code }: ReadError, { method }: Partial<RequestLine> = {}): S3Error {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const says = 'Your request header section exceeds the maximum allowed size.';
    return new S3Error('RequestHeaderSectionTooLarge', says);
  }
  if (code === 'HPE_INVALID_METHOD' && method) return methodNotAllowed({ Method: method });
  return new S3Error('BadRequest', 'An error occurred when parsing the HTTP request.');
}

type Refusal = RequestLine & { readonly error: S3Error; readonly socket: Duplex };

/** Responds to what is no request for Node, and notes it in the journal. */
function respondToUnreadable(
  { journal, clock }: S3Context,
  hostId: string,
  { method, path, error, socket }: Refusal,
): void {
  const entry = journal.open({ api: 's3', method, path, headers: {}, at: clock.now() });
  const { requestId } = entry;
  journal.noteError(entry, toRecorded(error, error));
  const headers: Record<string, string> = {
    'content-type': 'application/xml',
    'x-amz-request-id': requestId,
    'x-amz-id-2': hostId,
  };
  if (error.status === 405) headers.allow = path.startsWith('/') ? methodsOf(path) : '';
  const body = errorDocument(error, { resource: path, requestId, hostId });
  journal.finish(entry, error.status, { headers, body });
  writeRaw(socket, error.status, headers, body);
}
