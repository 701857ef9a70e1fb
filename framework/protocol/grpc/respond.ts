import { encodeHeaders } from '../http2/encode-headers';
import type { Headers } from '../http2/header-decoder';
import type { Http2Stream } from '../http2/stream';
import { refusalOf, timeoutOf } from './headers';
import type { Method, Methods } from './method';
import { readMessages, readSingle } from './requests';
import { Responder } from './responder';
import { GrpcError, Status } from './status';

/** Handles a new HTTP/2 stream, and returns at once. Never throws: an error is the status of the call, or the HTTP status of what is not gRPC. */
export function respond(stream: Http2Stream, headers: Headers, methods: Methods, maxMessageBytes: number): void {
  const refusal = refusalOf(headers);
  if (refusal !== undefined) {
    stream.respond(encodeHeaders({ ':status': String(refusal) }), true);
    return;
  }

  const responder = new Responder(stream);
  try {
    const timeoutMs = timeoutOf(headers);
    const path = String(headers[':path']);
    const method = methods.get(path);
    if (!method) throw new GrpcError(Status.UNIMPLEMENTED, `unknown method ${path}`);
    if (timeoutMs !== undefined) responder.setDeadline(timeoutMs);
    run(stream, method, responder, maxMessageBytes).catch((error) => responder.fail(GrpcError.from(error)));
  } catch (error) {
    responder.fail(GrpcError.from(error));
  }
}

async function run(stream: Http2Stream, method: Method, responder: Responder, maxMessageBytes: number): Promise<void> {
  if (method.kind === 'unary') {
    const request = await readSingle(stream, maxMessageBytes);
    // A cancelled request also ends, and must not start any work.
    if (!stream.isClosed) responder.finish(await method.handle(request, responder));
  } else {
    const requests = readMessages(stream, maxMessageBytes, responder.signal);
    for await (const message of method.handle(requests, responder)) await responder.send(message);
    responder.finish();
  }
}
