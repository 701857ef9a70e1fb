import { type Diagnostic, DiagnosticError } from '../diagnostic';
import { nameOf } from '../failure';
import { ValueError } from './value/place';

/** A key of a map in a place: the map may be secret. */
const KEY = /\["(?:[^"\\]|\\.)*"\]/g;

/** The diagnostic of an exception in an RPC: a DiagnosticError as it is, else a bug, without the message, which may quote a secret. */
export function describeFailure(error: unknown, rpc: string): Diagnostic {
  if (error instanceof DiagnosticError) return error.toDiagnostic();
  const reason = error instanceof ValueError ? `${error.name}: ${error.message.replace(KEY, '["…"]')}` : nameOf(error);
  return {
    severity: 'error',
    summary: 'Unexpected error in the provider',
    detail:
      `${rpc} failed (${reason}). This is a bug in the provider: please report it. ` +
      'The place in its code is logged with TF_LOG=debug.',
  };
}

/** The error with which the calls that are open end after this uncaught exception. It quotes the detail of a DiagnosticError, and no other message. */
export function unexpected(error: unknown): DiagnosticError {
  return new DiagnosticError(
    'Unexpected error in the provider',
    `An exception that nothing caught (${error instanceof DiagnosticError ? error.detail : nameOf(error)}) may have left an operation without an end, so every one under way was told to end. ` +
      'This is a bug in the provider: please report it. The place in its code is logged with TF_LOG=error.',
  );
}
