import type { BinaryWriter } from '@bufbuild/protobuf/wire';
import { stackOf } from '../framework/failure';
import type { Environment } from '../framework/provider';
import type { ProviderServer } from '../framework/server/provider-server';
import { traceCall } from './call-trace';
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
  /** The signal is aborted when nobody waits for the response any more. */
  readonly handle: (server: ProviderServer, request: Request, cancelled: AbortSignal) => Response | Promise<Response>;
  /** The response after an exception: the diagnostics, and nothing that Terraform would take for a result. */
  readonly failed: (diagnostics: Diagnostic[], request: Request) => Response;
}

/** An RPC ready to be bound to the server of a connection. */
export interface BindableRpc {
  readonly path: string;
  bind(server: ProviderServer, environment: Environment): Method;
}

/** Joins an RPC with what all of them need: codecs, a trace, and a response whatever happens. */
export function defineRpc<Request extends object, Response extends object>(rpc: Rpc<Request, Response>): BindableRpc {
  return {
    path: `/tfplugin6.Provider/${rpc.name}`,
    bind: (server, environment) => ({
      kind: 'unary',
      handle: async (bytes, { signal }) => {
        const request = decodeRequest(rpc, bytes);
        const trace = traceCall(environment, rpc.name, request);
        let response: Response;
        let encoded: Uint8Array;
        try {
          response = await trace.run(() => rpc.handle(server, request, signal));
          // Encoding belongs here: a handler's result that cannot be written is a failure like any other.
          encoded = rpc.response.encode(response).finish();
        } catch (error) {
          response = rpc.failed(diagnosticsOf(environment, rpc.name, error), request);
          encoded = rpc.response.encode(response).finish();
        }
        trace.sent(response);
        trace.end();
        return encoded;
      },
    }),
  };
}

/** An RPC that answers with any number of events. */
export interface StreamRpc<Request, Event> extends Omit<Rpc<Request, Event>, 'handle'> {
  readonly handle: (server: ProviderServer, request: Request, signal: AbortSignal) => AsyncIterable<Event>;
}

/** The same for an RPC that answers with a stream; an exception is its last event. */
export function defineStreamRpc<Request extends object, Event extends object>(
  rpc: StreamRpc<Request, Event>,
): BindableRpc {
  return {
    path: `/tfplugin6.Provider/${rpc.name}`,
    bind: (server, environment) =>
      serverStream(async function* (bytes, { signal }) {
        const request = decodeRequest(rpc, bytes);
        const trace = traceCall(environment, rpc.name, request);
        const encode = (event: Event) => {
          trace.sent(event);
          return rpc.response.encode(event).finish();
        };
        let events: AsyncIterator<Event> | undefined;
        try {
          events = rpc.handle(server, request, signal)[Symbol.asyncIterator]();
          for (const iterator = events; ; ) {
            const { done, value } = await trace.run(() => iterator.next());
            if (done) return;
            yield encode(value);
          }
        } catch (error) {
          // Nobody listens to a stream that was cancelled.
          if (signal.aborted) throw error;
          yield encode(rpc.failed(diagnosticsOf(environment, rpc.name, error), request));
        } finally {
          await events?.return?.();
          trace.end();
        }
      }),
  };
}

function diagnosticsOf({ log }: Environment, name: string, error: unknown): Diagnostic[] {
  log('debug', 'unexpected error', { rpc: name, stack: stackOf(error) });
  return toDiagnostics([describeFailure(error, name)]);
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
