import type { Diagnostic } from '../../framework/diagnostic';
import { nameOf } from '../../framework/failure';
import { NameTakenError } from '../client/conflict-errors';
import { CancelledError, ClientError } from '../client/errors';
import { UnconfirmedError } from '../client/lost-create-errors';

/** Puts into words what a handler threw. `action` reads like `create coffer_bucket`. Never a stack trace, never a secret. */
export function describeError(error: unknown, action: string): Diagnostic {
  const summary = `Cannot ${action}`;
  if (error instanceof NameTakenError) return { severity: 'error', summary, detail: nameTaken(error) };
  if (error instanceof UnconfirmedError) return { severity: 'error', summary, detail: unconfirmed(error) };
  if (error instanceof ClientError) return { severity: 'error', summary, detail: error.message };
  return {
    severity: 'error',
    summary,
    detail: `Something went wrong inside the provider (${nameOf(error)}). Please report it, with the log of TF_LOG_PROVIDER=DEBUG.`,
  };
}

/** Whether an error says only that something was cancelled before it had any effect. */
export const isCancellation = (error: unknown): boolean =>
  error instanceof CancelledError && (!error.sent || error.method === 'GET');

/** Nothing is adopted silently; but adopting is made easy (P5). */
const nameTaken = (error: NameTakenError): string =>
  error.existingId === undefined || error.method !== 'POST'
    ? error.message
    : withImport(error, 'coffer_secret', error.existingId);

const LASTING: Readonly<Record<string, string>> = {
  createSecret: 'coffer_secret',
  createBucket: 'coffer_bucket',
  createPullSecret: 'coffer_pull_secret',
};

/** What may be ours can be taken over by hand (P2). */
const unconfirmed = (error: UnconfirmedError): string =>
  withImport(error, LASTING[error.operation] ?? 'coffer_secret', error.existingId);

/** The message, a ready import block, and what the object needs after it. Terraform tells no provider the address of a resource, but shows it. */
const withImport = ({ message, afterImport }: ClientError, typeName: string, id: string) =>
  [
    message,
    `import {\n  to = ${typeName}.ADDRESS # of this resource, as it stands after "with" above\n  id = ${JSON.stringify(id)}\n}`,
    ...(afterImport === undefined ? [] : [afterImport]),
  ].join('\n\n');
