import { type Diagnostic, DiagnosticError } from '../framework/diagnostic';
import { ValueError } from './value/place';

/**
 * What a practitioner is shown of an exception that nobody expected.
 *
 * Only our own words are shown. Those of the JavaScript engine may quote a value, and so a secret.
 */
export function describeFailure(error: unknown, rpc: string): Diagnostic {
  if (error instanceof DiagnosticError) return error.toDiagnostic();
  const reason = error instanceof ValueError ? `${error.name}: ${error.message}` : nameOf(error);
  return {
    severity: 'error',
    summary: 'Unexpected error in the provider',
    detail:
      `${rpc} failed (${reason}). This is a bug in the provider: please report it. ` +
      'The place in its code is logged with TF_LOG=debug.',
  };
}

/** Where an exception was thrown, for the log: its class and the stack, without its message. */
export function stackOf(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return [nameOf(error), ...frames].join('\n');
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
