/** What can be wrong with a request, whatever the transport. Each transport maps these to its own statuses in one table. */
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

/** What is wrong with one field: its dotted path, `''` for the whole; `says` continues the sentence after the field's name. */
export interface FieldProblem {
  readonly field: string;
  readonly says: string;
}

/**
 * An error of the domain: nothing was changed. `field` is the request field at fault, dotted, where there is one; `problems` are all
 * that its message tells, where it tells of several fields.
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

/** The emulator cannot start as asked (folder in use, port taken, wrong key); the message is for the person who started it. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
