import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Environment } from '../provider';

type Fields = Readonly<Record<string, string>>;

/** The fields that all log lines of a call have in common. */
const current = new AsyncLocalStorage<Fields>();

/** The log fields of the current call; none outside of a call, and none if calls are not traced. */
export const fieldsOfCall = (): Fields => current.getStore() ?? {};

/** The trace of one call: one log line when the call is over. */
interface CallTrace {
  /** Runs a part of the call's work, so that its log lines name the call. */
  run<R>(work: () => R): R;
  /** Counts the diagnostics of a message to the host. */
  sent(message: object): void;
  /** Writes the line. To be called once. */
  end(): void;
}

const NO_TRACE: CallTrace = { run: (work) => work(), sent: () => {}, end: () => {} };

/** Begins the trace of an RPC, if debug or trace is logged, in fields named as by the Go frameworks. Of messages it has type name and counts only. */
export function traceCall(environment: Environment, rpc: string, request: object): CallTrace {
  const { logLevel, log, now } = environment;
  if (logLevel !== 'trace' && logLevel !== 'debug') return NO_TRACE;
  const began = now();
  const fields = { tf_rpc: rpc, tf_req_id: randomUUID(), ...typeIn(rpc, request) };
  const counts = { [ERROR]: 0, [WARNING]: 0 };
  return {
    run: (work) => current.run(fields, work),
    sent: (message) => {
      for (const { severity } of diagnosticsIn(message)) {
        if (severity === ERROR || severity === WARNING) counts[severity] += 1;
      }
    },
    end: () => {
      log('debug', 'Served request', {
        ...fields,
        tf_req_duration_ms: String(Math.round(now() - began)),
        diagnostic_error_count: String(counts[ERROR]),
        diagnostic_warning_count: String(counts[WARNING]),
      });
    },
  };
}

/** The severities of diagnostics on the wire. */
const ERROR = 1;
const WARNING = 2;

/** The fields of responses that a trace reads. */
interface Message {
  readonly diagnostics?: readonly { readonly severity: number }[];
  readonly diagnostic?: Message['diagnostics'];
  readonly error?: object | undefined;
  readonly type?: { readonly value?: Message };
}

function diagnosticsIn({ diagnostics, diagnostic, error, type }: Message): NonNullable<Message['diagnostics']> {
  if (type?.value) return diagnosticsIn(type.value);
  return diagnostics ?? diagnostic ?? (error ? [{ severity: ERROR }] : []);
}

function typeIn(
  rpc: string,
  request: { readonly [N in 'typeName' | 'targetTypeName' | 'actionType' | 'name']?: string },
): Fields {
  const { typeName, targetTypeName, actionType, name } = request;
  const type = typeName ?? targetTypeName ?? actionType ?? name;
  return type === undefined ? {} : { [kindOf(rpc)]: type };
}

function kindOf(rpc: string): string {
  if (/Data(?:Source|Resource)/.test(rpc)) return 'tf_data_source_type';
  if (rpc.includes('Ephemeral')) return 'tf_ephemeral_resource_type';
  if (rpc.includes('ListResource')) return 'tf_list_resource_type';
  if (rpc.includes('Action')) return 'tf_action_type';
  return rpc.includes('Function') ? 'tf_function_name' : 'tf_resource_type';
}
