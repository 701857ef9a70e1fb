import type { ErrorCode } from '../domain/errors';

/** A request refused at the HTTP level, before the domain sees it. */
export class HttpError extends Error {
  override readonly name = 'HttpError';

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

/** The HTTP status of each kind of error, where no knob decides otherwise. */
export const ERROR_STATUS = {
  conflict: 409,
  damaged: 500,
  forbidden: 403,
  invalid: 400,
  not_empty: 409,
  not_found: 404,
  not_implemented: 501,
  not_in_interface: 501,
  quota_exceeded: 403,
  unauthorized: 401,
  unavailable: 503,
  unwritable: 507,
} as const satisfies Record<ErrorCode, number>;
