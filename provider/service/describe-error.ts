import { ClientError, NameTakenError } from '../client/errors';
import type { Diagnostic } from '../framework/diagnostic';
import { nameOf } from '../framework/failure';

/** Puts into words what a handler threw. `action` reads like `create coffer_bucket`. Never a stack trace, never a secret. */
export function describeError(error: unknown, action: string): Diagnostic {
  const summary = `Cannot ${action}`;
  if (error instanceof NameTakenError) return { severity: 'error', summary, detail: nameTaken(error) };
  if (error instanceof ClientError) return { severity: 'error', summary, detail: error.message };
  return {
    severity: 'error',
    summary,
    detail: `Something went wrong inside the provider (${nameOf(error)}). Please report it, with the log of TF_LOG_PROVIDER=DEBUG.`,
  };
}

/** Nothing is adopted silently; but adopting is made easy (P5). */
function nameTaken(error: NameTakenError): string {
  if (error.existingId === undefined) return error.message;
  return `${error.message}

import {
  to = coffer_secret.ADDRESS # of this resource
  id = ${JSON.stringify(error.existingId)}
}`;
}
