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

/** An error of the domain: nothing was changed. `field` is the request field at fault, dotted, where there is one. */
export class DomainError extends Error {
  override readonly name = 'DomainError';

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly field?: string,
  ) {
    super(message);
  }
}

/** The emulator cannot start as asked (folder in use, port taken, wrong key); the message is for the person who started it. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
