import { STATUS_CODES } from 'node:http';
import type { ErrorBody, ProblemBody } from '../../contract';
import { DomainError, type ErrorCode } from '../domain/errors';
import type { Rely } from '../domain/rules';
import { toUnwritable } from '../domain/unwritable';
import { ERROR_STATUS, HttpError } from '../http/http-error';
import { shownPath } from '../journal/addresses';
import type { RecordedError } from '../journal/entry';
import type { Knobs } from '../settings/knobs';
import { JSON_TYPE, type RestResponse } from './response';

/** The error for an unknown path. */
export function noRoute({ method, url }: { readonly method: string; readonly url: string }): HttpError {
  return new HttpError(404, 'not_found', `There is no operation ${method} ${shownPath(url.split('?', 1)[0] ?? '')}.`);
}

/** Returns the response for any error, in the dialect of the knobs. */
export function toErrorResponse(thrown: unknown, rely: Rely<Knobs>): RestResponse {
  const error = toUnwritable(thrown) ?? thrown;
  const problem = toRecorded(error);
  if (error instanceof DomainError) {
    const headers: Record<string, string> = error.code === 'unauthorized' ? { 'www-authenticate': 'Bearer' } : {};
    return render({ ...problem, status: statusOf(error.code, rely), headers }, rely);
  }
  if (error instanceof HttpError) return render({ ...problem, status: error.status, headers: error.headers }, rely);
  return render({ ...problem, status: 500 }, rely);
}

/** The same for the journal. */
export function toRecorded(thrown: unknown): RecordedError {
  const error = toUnwritable(thrown) ?? thrown;
  if (error instanceof DomainError) return { code: error.code, message: error.message, field: error.field };
  if (error instanceof HttpError) return { code: error.code, message: error.message, field: undefined };
  // Details are for the log only: they may quote data that a client must not see.
  return { code: 'internal', message: 'The emulator failed; its log says why.', field: undefined };
}

/** Whether the error is an expected one, so that nothing needs to be logged. */
export function isExpected(error: unknown): boolean {
  return error instanceof DomainError || error instanceof HttpError;
}

interface Problem extends RecordedError {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

function statusOf(code: ErrorCode, rely: Rely<Knobs>): number {
  if (code === 'forbidden') return rely('foreignProject');
  if (code === 'unauthorized') return rely('badToken');
  return ERROR_STATUS[code];
}

function render({ status, code, message, field, headers = {} }: Problem, rely: Rely<Knobs>): RestResponse {
  const at = field === undefined ? {} : { field };
  switch (rely('errorBody')) {
    case 'empty':
      return { status, headers };
    case 'json':
      return {
        status,
        headers: { ...headers, ...JSON_TYPE },
        body: { error: { code, message, ...at } } satisfies ErrorBody,
      };
    case 'problem': {
      const title = STATUS_CODES[status] ?? 'Error';
      const body: ProblemBody = { type: 'about:blank', title, status, detail: message, ...at };
      return { status, headers: { ...headers, 'content-type': 'application/problem+json' }, body };
    }
  }
}
