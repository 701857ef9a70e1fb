import type { Duplex } from 'node:stream';
import { isGone, type ReadError, type RequestLine, requestLineOf, writeRaw } from '../../http/raw';
import type { S3Context } from '../context';
import { methodNotAllowed, S3Error } from '../errors';
import { methodsOf } from '../routing/routes';
import { errorDocument } from './refuse';
import { toRecorded } from './to-s3-error';

type Context = Pick<S3Context, 'journal' | 'clock'>;

/** Responds to anything that Node cannot read as HTTP, and notes it in the journal. */
export function refuseUnreadable(context: Context, hostId: string, error: ReadError, socket: Duplex): void {
  if (isGone(error, socket)) socket.destroy();
  else respond(context, hostId, { ...requestLineOf(error), error: toError(error), socket });
}

/** Responds to CONNECT, for which Node has no response of its own. */
export function refuseConnect(context: Context, hostId: string, socket: Duplex): void {
  const error = methodNotAllowed({ Method: 'CONNECT' });
  respond(context, hostId, { method: 'CONNECT', path: '*', error, socket });
}

function toError(error: ReadError): S3Error {
  const { method } = requestLineOf(error);
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    const says = 'Your request header section exceeds the maximum allowed size.';
    return new S3Error('RequestHeaderSectionTooLarge', says);
  }
  if (error.code === 'HPE_INVALID_METHOD' && method !== '') return methodNotAllowed({ Method: method });
  return new S3Error('BadRequest', 'An error occurred when parsing the HTTP request.');
}

type Refusal = RequestLine & { readonly error: S3Error; readonly socket: Duplex };

function respond({ journal, clock }: Context, hostId: string, { method, path, error, socket }: Refusal): void {
  const entry = journal.open({ api: 's3', method, path, headers: {}, at: clock.now() });
  const { requestId } = entry;
  entry.error = toRecorded(error, error);
  const headers: Record<string, string> = {
    'content-type': 'application/xml',
    'x-amz-request-id': requestId,
    'x-amz-id-2': hostId,
  };
  if (error.status === 405) headers.allow = path.startsWith('/') ? methodsOf(path) : '';
  const body = errorDocument(error, { resource: path, requestId, hostId });
  journal.finish(entry, error.status, { headers, body });
  writeRaw(socket, { status: error.status, headers, body });
}
