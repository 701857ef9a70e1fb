import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import { refusalOf, timeoutOf } from './headers';
import type { Method, Methods } from './method';
import { readMessages, readSingle } from './requests';
import { Responder } from './responder';
import { GrpcError, Status } from './status';

/** Handles a new HTTP/2 stream, and returns at once. Never throws: an error is the status of the call, or the HTTP status of what is not gRPC. */
export function respond(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  methods: Methods,
  maxMessageBytes: number,
): void {
  const refusal = refusalOf(headers);
  if (refusal !== undefined) {
    stream.on('error', () => {});
    stream.respond({ ':status': refusal }, { endStream: true });
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

async function run(
  stream: ServerHttp2Stream,
  method: Method,
  responder: Responder,
  maxMessageBytes: number,
): Promise<void> {
  if (method.kind === 'unary') {
    const request = await readSingle(stream, maxMessageBytes);
    // A cancelled request also ends, and must not start any work.
    if (!stream.closed) responder.finish(await method.handle(request, responder));
  } else {
    const requests = readMessages(stream, maxMessageBytes, responder.signal);
    for await (const message of method.handle(requests, responder)) await responder.send(message);
    responder.finish();
  }
}
