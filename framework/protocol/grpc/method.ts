import { GrpcError, Status } from './status';

/** What a handler knows about its call beside the messages. */
export interface Call {
  /** Aborted when the client cancels, its deadline passes or its connection ends. The reason is a `GrpcError`. */
  readonly signal: AbortSignal;
  /** Settles when the call is over: the response is on its way, or nobody wants it. */
  readonly closed: Promise<void>;
}

/** One message in, one message out. */
export interface UnaryMethod {
  readonly kind: 'unary';
  handle(request: Uint8Array, call: Call): Uint8Array | Promise<Uint8Array>;
}

/** Any number of messages in, any number out. A server stream is one that reads a single message. */
export interface StreamMethod {
  readonly kind: 'stream';
  handle(requests: AsyncIterable<Uint8Array>, call: Call): AsyncIterable<Uint8Array>;
}

export type Method = UnaryMethod | StreamMethod;

/** Methods by path, such as `/plugin.GRPCController/Shutdown`. Messages are bytes: the codec is the method's business. */
export type Methods = ReadonlyMap<string, Method>;

/** Any number of messages for one message in. */
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
