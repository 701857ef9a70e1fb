import { type Diagnostic, DiagnosticError, nameOf } from '../../framework';
import { UnconfirmedError } from '../client/creates/lost-create';
import { NameTakenError } from '../client/errors/conflict-errors';
import { CancelledError, ClientError, MalformedResponseError, RefusedError, wordsOf } from '../client/errors/errors';
import { IncompleteListError } from '../client/lists/list-errors';

/** The diagnostic of an error that a handler threw; `action`: `create coffer_bucket`. Shows no stack, and only the class of a foreign error. */
export const describeError = (error: unknown, action: string): Diagnostic => ({
  severity: 'error',
  summary: `Cannot ${action}`,
  detail: detailOf(error) + (action.startsWith('read ') && isLasting(error) ? WITHOUT_REFRESH : ''),
});

/** True for a failure of a refresh that every other refresh meets again, until the service or a setting has changed. */
const isLasting = (error: unknown) =>
  [IncompleteListError, MalformedResponseError, RefusedError].some((kind) => error instanceof kind);

const WITHOUT_REFRESH = ' A destroy that this stops goes on without a refresh: terraform destroy -refresh=false.';

function detailOf(error: unknown): string {
  // A name that is taken (P5), or an object that may be ours (P2): the practitioner may adopt it by hand.
  if (error instanceof NameTakenError && error.existingId !== undefined && error.method === 'POST')
    return withImport(error, 'coffer_secret', error.existingId);
  if (error instanceof UnconfirmedError)
    return withImport(error, LASTING[error.operation] ?? 'coffer_secret', error.existingId);
  if (error instanceof ClientError) return error.message;
  return `The provider has a bug (${nameOf(error)}). Report it, with the log of TF_LOG_PROVIDER=DEBUG.`;
}

/** The message of an error of the client or of ours. Messages of other errors may contain secrets and are not shown. */
export const reasonOf = (error: unknown) => (error instanceof DiagnosticError ? error.detail : wordsOf(error));

/** True if an error says only that a request was cancelled before it could have any effect: not sent, or a GET. */
export const isCancellation = (error: unknown): boolean =>
  error instanceof CancelledError && (!error.sent || error.method === 'GET');

const LASTING: Readonly<Record<string, string>> = {
  createBucket: 'coffer_bucket',
  createPullSecret: 'coffer_pull_secret',
};

/** The message, an import block, and the steps after the import. Terraform does not tell providers the address of the resource. */
const withImport = ({ message, afterImport }: ClientError, typeName: string, id: string) =>
  [
    message,
    `import {\n  to = ${typeName}.ADDRESS # of this resource, as it stands after "with" above\n  id = ${JSON.stringify(id)}\n}`,
    ...(afterImport === undefined ? [] : [afterImport]),
  ].join('\n\n');
