import type { BinaryWriter } from '@bufbuild/protobuf/wire';
import { stackOf } from '../framework/failure';
import type { Environment } from '../framework/provider';
import type { ProviderServer } from '../framework/server/provider-server';
import { describeFailure } from './failure';
import type { Diagnostic } from './generated/tfplugin6';
import { type Method, serverStream } from './grpc/method';
import { GrpcError, Status } from './grpc/status';
import { toDiagnostics } from './to-wire';

/** One RPC of `tfplugin6.Provider`: from the wire, act, to the wire. */
export interface Rpc<Request, Response> {
  readonly name: string;
  readonly request: { decode(bytes: Uint8Array): Request };
  readonly response: { encode(message: Response): BinaryWriter };
  readonly handle: (server: ProviderServer, request: Request) => Response | Promise<Response>;
  /** The answer after an exception: the diagnostics, and nothing that Terraform would take for a result. */
  readonly failed: (diagnostics: Diagnostic[], request: Request) => Response;
}

/** An RPC ready to be bound to the server of a connection. */
export interface BindableRpc {
  readonly path: string;
  bind(server: ProviderServer, log: Environment['log']): Method;
}

/** Joins an RPC with what all of them need: codecs, and an answer whatever happens. */
export function defineRpc<Request, Response>(rpc: Rpc<Request, Response>): BindableRpc {
  return {
    path: `/tfplugin6.Provider/${rpc.name}`,
    bind: (server, log) => ({
      kind: 'unary',
      handle: async (bytes) => {
        const request = decodeRequest(rpc, bytes);
        try {
          // Encoding belongs here: a handler's result that cannot be written is a failure like any other.
          return rpc.response.encode(await rpc.handle(server, request)).finish();
        } catch (error) {
          log('debug', 'unexpected error', { rpc: rpc.name, stack: stackOf(error) });
          const diagnostics = toDiagnostics([describeFailure(error, rpc.name)]);
          return rpc.response.encode(rpc.failed(diagnostics, request)).finish();
        }
      },
    }),
  };
}

/** An RPC that answers with any number of events. */
export interface StreamRpc<Request, Event> extends Omit<Rpc<Request, Event>, 'handle'> {
  readonly handle: (server: ProviderServer, request: Request, signal: AbortSignal) => AsyncIterable<Event>;
}

/** The same for an RPC that answers with a stream; an exception is its last event. */
export function defineStreamRpc<Request, Event>(rpc: StreamRpc<Request, Event>): BindableRpc {
  return {
    path: `/tfplugin6.Provider/${rpc.name}`,
    bind: (server, log) =>
      serverStream(async function* (bytes, { signal }) {
        const request = decodeRequest(rpc, bytes);
        try {
          for await (const event of rpc.handle(server, request, signal)) yield rpc.response.encode(event).finish();
        } catch (error) {
          // Nobody listens to a stream that was cancelled.
          if (signal.aborted) throw error;
          log('debug', 'unexpected error', { rpc: rpc.name, stack: stackOf(error) });
          const diagnostics = toDiagnostics([describeFailure(error, rpc.name)]);
          yield rpc.response.encode(rpc.failed(diagnostics, request)).finish();
        }
      }),
  };
}

function decodeRequest<Request>(
  { name, request }: Pick<Rpc<Request, unknown>, 'name' | 'request'>,
  bytes: Uint8Array,
): Request {
  try {
    return request.decode(bytes);
  } catch (cause) {
    throw new GrpcError(Status.INTERNAL, `malformed request of ${name}`, { cause });
  }
}
