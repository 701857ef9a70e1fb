import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http2';
import { type GrpcError, Status } from './status';
import { encodeStatusMessage } from './status-message';

/** The parsed headers of a request: a call, or an HTTP status for a request that is not gRPC. */
type RequestHead =
  | { readonly kind: 'call'; readonly path: string; readonly timeout: string | undefined }
  | { readonly kind: 'refused'; readonly httpStatus: number };

const CONTENT_TYPE = 'application/grpc';

/** Parses the headers of a request. Refuses any method but POST with 405, and any type but gRPC's with 415. `timeout` is not parsed. */
export function parseRequestHead(headers: IncomingHttpHeaders): RequestHead {
  if (headers[':method'] !== 'POST') return { kind: 'refused', httpStatus: 405 };
  const type = headers['content-type'];
  if (type === undefined || !/^application\/grpc(?:$|[+;])/.test(type)) return { kind: 'refused', httpStatus: 415 };
  const timeout = headers['grpc-timeout'];
  return { kind: 'call', path: headers[':path'] ?? '', timeout: Array.isArray(timeout) ? timeout[0] : timeout };
}

/** The headers of the response to a call. `grpc-accept-encoding` tells a client that it must not compress. */
export function responseHeaders(): OutgoingHttpHeaders {
  return { ':status': 200, 'content-type': CONTENT_TYPE, 'grpc-accept-encoding': 'identity' };
}

/** The trailers of a response: the status of the error, or OK without one. */
export function trailers(error?: GrpcError): OutgoingHttpHeaders {
  if (!error) return { 'grpc-status': String(Status.OK) };
  return { 'grpc-status': String(error.code), 'grpc-message': encodeStatusMessage(error.message) };
}
