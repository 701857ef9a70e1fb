import { STATUS_CODES } from 'node:http';
import type { ErrorBody, ProblemBody } from '../../contract';
import { DomainError, type ErrorCode } from '../domain/errors';
import type { Rely } from '../domain/rules';
import { toUnwritable } from '../domain/unwritable';
import { ERROR_STATUS, HttpError } from '../http/http-error';
import type { ReadError } from '../http/raw';
import { shownPath } from '../journal/addresses';
import type { RecordedError } from '../journal/entry';
import type { Knobs } from '../settings/knobs';
import { JSON_TYPE, type RestResponse } from './response';

export function noRoute({ method, url }: { readonly method: string; readonly url: string }): HttpError {
  return new HttpError(404, 'not_found', `There is no operation ${method} ${shownPath(String(url.split('?', 1)[0]))}.`);
}

/** Returns the response for any error, in the dialect of the knobs. */
export function toErrorResponse(thrown: unknown, rely: Rely<Knobs>): RestResponse {
  const error = toUnwritable(thrown) ?? thrown;
  const problem = toRecorded(error);
  if (error instanceof HttpError) return render(problem, error.status, error.headers, rely);
  if (!(error instanceof DomainError)) return render(problem, 500, {}, rely);
  const headers: Record<string, string> = error.code === 'unauthorized' ? { 'www-authenticate': 'Bearer' } : {};
  return render(problem, statusOf(error.code, rely), headers, rely);
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

function statusOf(code: ErrorCode, rely: Rely<Knobs>): number {
  if (code === 'forbidden') return rely('foreignProject');
  if (code === 'unauthorized') return rely('badToken');
  return ERROR_STATUS[code];
}

function render(
  { code, message, field }: RecordedError,
  status: number,
  headers: Readonly<Record<string, string>>,
  rely: Rely<Knobs>,
): RestResponse {
  const at = field === undefined ? {} : { field };
  const errorBody = rely('errorBody');
  switch (errorBody) {
    case 'empty':
      return { status, headers };
    case 'json': {
      const body: ErrorBody = { error: { code, message, ...at } };
      return { status, headers: { ...headers, ...JSON_TYPE }, body };
    }
    case 'problem': {
      const title = STATUS_CODES[status] ?? 'Error';
      const body: ProblemBody = { type: 'about:blank', title, status, detail: message, ...at };
      return { status, headers: { ...headers, 'content-type': 'application/problem+json' }, body };
    }
    default: {
      const error = { code, message, ...at };
      // A failure, a wrong token and a limit are reported in front of the service.
      if (!isRefusal(status)) return { status, headers: { ...headers, ...JSON_TYPE }, body: { error } };
      return { status: 200, headers: { ...headers, ...JSON_TYPE }, body: REFUSALS[errorBody](error) };
    }
  }
}

const isRefusal = (status: number) => status >= 400 && status < 500 && ![401, 408, 429].includes(status);

const REFUSALS = {
  success_false: (error: ErrorBody['error']) => ({ success: false, errors: [error], result: null }),
  ok_false: ({ message }: ErrorBody['error']) => ({ ok: false, message }),
  // An id of its own, which is none of an object.
  ok_error: (error: ErrorBody['error']) => ({ error: { id: 'err-9', ...error } }),
  ok_jsend: ({ code, message }: ErrorBody['error']) => ({ status: 'fail', data: { [code]: message } }),
  ok_errors: ({ code, message }: ErrorBody['error']) => ({ errors: [{ id: 'err-9', code, detail: message }] }),
};

/** The error for what Node could not read. `refusal`, where the line is known, makes the one for a method that the path does not have. */
export function toHttpError({ code }: ReadError, refusal = malformed): HttpError {
  switch (code) {
    case 'HPE_INVALID_METHOD':
      return refusal();
    case 'HPE_HEADER_OVERFLOW':
      return new HttpError(431, 'too_large', 'The headers are too large: all of them may have 16 KiB.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new HttpError(408, 'timeout', 'The request did not arrive in time.');
    case 'HPE_INVALID_TRANSFER_ENCODING':
    case 'HPE_UNEXPECTED_CONTENT_LENGTH':
    case 'HPE_INVALID_CONTENT_LENGTH': {
      const says =
        'The length of the body is unclear: send either "Content-Length", once, or "Transfer-Encoding: chunked".';
      return new HttpError(400, 'invalid', says);
    }
    default:
      return malformed();
  }
}

function malformed(): HttpError {
  return new HttpError(400, 'invalid', 'The request is malformed: it cannot be read as HTTP/1.1.');
}
