import type { BinaryWriter } from '@bufbuild/protobuf/wire';
import { stackOf } from '../failure';
import type { Environment } from '../provider';
import type { ProviderServer } from '../server/provider-server';
import { traceCall } from './call-trace';
import { describeFailure } from './failure-diagnostics';
import type { Diagnostic, ProviderDefinition } from './generated/tfplugin6';
import { type Method, serverStream } from './grpc/method';
import { GrpcError, Status } from './grpc/status';
import { toDiagnostic } from './to-wire';

/** The methods of the service by the definition of the protocol. A type only: the definition is not in the program. */
export type Methods = ProviderDefinition['methods'];

type Defined<Name extends RpcName> = Extract<Methods[keyof Methods], { readonly name: Name }>;
type RpcName = Methods[keyof Methods]['name'];
type RequestOf<Name extends RpcName> = ReturnType<Defined<Name>['requestType']['decode']>;
type ResponseOf<Name extends RpcName> = ReturnType<Defined<Name>['responseType']['decode']>;

/** An RPC of `tfplugin6.Provider`: decode, act, encode. Its message types follow from its name. */
interface Rpc<Name extends RpcName, Request = RequestOf<Name>, Response = ResponseOf<Name>> {
  readonly name: Name;
  readonly request: { decode(bytes: Uint8Array): Request };
  readonly response: { encode(message: Response): BinaryWriter };
  /** The call has the signal that is aborted when nobody waits for the response any more: it is made for those who read it. */
  readonly handle: (
    server: ProviderServer,
    request: Request,
    call: { readonly signal: AbortSignal },
  ) => Response | Promise<Response>;
  /** The response after an exception: the diagnostics and, where Terraform needs it, what was before. */
  readonly failed: (diagnostics: [Diagnostic], request: Request) => Response;
}

export interface BindableRpc<Name extends string = string> {
  readonly path: `/tfplugin6.Provider/${Name}`;
  bind(server: ProviderServer, environment: Environment): Method;
}

/** Adds to an RPC its codecs, a trace, and a response after any exception. Only a request that cannot be decoded fails the call, with INTERNAL. */
export function defineRpc<Name extends RpcName>(rpc: Rpc<Name>): BindableRpc<Name> {
  return {
    path: `/tfplugin6.Provider/${rpc.name}`,
    bind: (server, environment) => ({
      kind: 'unary',
      handle: async (bytes, call) => {
        const request = decodeRequest(rpc, bytes);
        const trace = traceCall(environment, rpc.name, request);
        let response: ResponseOf<Name>;
        let encoded: Uint8Array;
        try {
          response = await trace.run(() => rpc.handle(server, request, call));
          // Encoding is inside of `try`, because a result that cannot be encoded is a failure like any other.
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

interface StreamRpc<Name extends RpcName> extends Omit<Rpc<Name>, 'handle'> {
  readonly handle: (
    server: ProviderServer,
    request: RequestOf<Name>,
    signal: AbortSignal,
  ) => AsyncIterable<ResponseOf<Name>>;
}

/** Like {@link defineRpc} for a stream. An exception becomes its last event, unless the call was cancelled; the handler's iterator is closed. */
export function defineStreamRpc<Name extends RpcName>(rpc: StreamRpc<Name>): BindableRpc<Name> {
  return {
    path: `/tfplugin6.Provider/${rpc.name}`,
    bind: (server, environment) =>
      serverStream(async function* (bytes, { signal }) {
        const request = decodeRequest(rpc, bytes);
        const trace = traceCall(environment, rpc.name, request);
        const encode = (event: ResponseOf<Name>) => {
          trace.sent(event);
          return rpc.response.encode(event).finish();
        };
        let events: AsyncIterator<ResponseOf<Name>> | undefined;
        try {
          events = rpc.handle(server, request, signal)[Symbol.asyncIterator]();
          for (const iterator = events; ; ) {
            const { done, value } = await trace.run(() => iterator.next());
            if (done) return;
            yield encode(value);
          }
        } catch (error) {
          // Nobody reads a stream that was cancelled.
          if (signal.aborted) throw error;
          yield encode(rpc.failed(diagnosticsOf(environment, rpc.name, error), request));
        } finally {
          await events?.return?.();
          trace.end();
        }
      }),
  };
}

function diagnosticsOf({ log }: Environment, name: string, error: unknown): [Diagnostic] {
  log('debug', 'unexpected error', { rpc: name, stack: stackOf(error) });
  return [toDiagnostic(describeFailure(error, name))];
}

function decodeRequest<Name extends RpcName>(
  { name, request }: Pick<Rpc<Name>, 'name' | 'request'>,
  bytes: Uint8Array,
): RequestOf<Name> {
  try {
    return request.decode(bytes);
  } catch (cause) {
    throw new GrpcError(Status.INTERNAL, `malformed request of ${name}`, { cause });
  }
}
