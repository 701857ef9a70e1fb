import { GrpcError, Status } from './status';

/** The call, as its handler sees it beside the messages. */
export interface Call {
  /** Aborted when the client cancels, its deadline passes or its connection ends. The reason is a `GrpcError`. */
  readonly signal: AbortSignal;
  /** Resolves when the call is over: the response was sent, or nobody waits for it any more. Never rejects. */
  readonly closed: Promise<void>;
}

interface UnaryMethod {
  readonly kind: 'unary';
  handle(request: Uint8Array, call: Call): Uint8Array | Promise<Uint8Array>;
}

/** Any number of messages in, any number out. A server stream is a stream that reads a single message. */
interface StreamMethod {
  readonly kind: 'stream';
  handle(requests: AsyncIterable<Uint8Array>, call: Call): AsyncIterable<Uint8Array>;
}

/** How a call of a method is handled. A `GrpcError` that it throws is the status of the call; any other is UNKNOWN. Calls may overlap. */
export type Method = UnaryMethod | StreamMethod;

/** Methods by path, such as `/plugin.GRPCController/Shutdown`. Messages are bytes; each method decodes and encodes its own. */
export type Methods = ReadonlyMap<string, Method>;

/** Makes a server stream: `handle` runs at the end of a request of exactly one message; for any other the status is UNIMPLEMENTED. */
export function serverStream(handle: (request: Uint8Array, call: Call) => AsyncIterable<Uint8Array>): StreamMethod {
  return {
    kind: 'stream',
    async *handle(requests, call) {
      yield* handle(await single(requests), call);
    },
  };
}

async function single(requests: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  let only: Uint8Array | undefined;
  for await (const request of requests) {
    if (only) throw new GrpcError(Status.UNIMPLEMENTED, 'the method takes one message, and got more');
    only = request;
  }
  if (!only) throw new GrpcError(Status.UNIMPLEMENTED, 'the method takes one message, and got none');
  return only;
}
