/** The kinds of errors of a request. `ERROR_STATUS` has their HTTP statuses; S3 and the dashboard say them in their own way. */
export type ErrorCode =
  | 'conflict'
  | 'damaged'
  | 'forbidden'
  | 'invalid'
  | 'not_empty'
  | 'not_found'
  | 'not_implemented'
  | 'not_in_interface'
  | 'quota_exceeded'
  | 'unauthorized'
  | 'unavailable'
  | 'unwritable';

/** The problem of a field: its dotted path, or `''` for the whole. `says` continues a sentence that begins with the field's name. */
export interface FieldProblem {
  readonly field: string;
  readonly says: string;
}

/**
 * An error of the domain, before which nothing was changed. `field` is the dotted path of the request field at fault, if there is one.
 * `problems` are all problems in the message if it is about several fields.
 */
export class DomainError extends Error {
  override readonly name = 'DomainError';

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly field?: string,
    readonly problems: readonly FieldProblem[] = [],
  ) {
    super(message);
  }
}

/** The emulator cannot start (folder in use, port taken, wrong key). The message is for the person who started it. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
