import type { Operation } from '../../contract';
import { ClientError } from './errors';

/** A create whose object may exist although its id is not known. Nothing is in state; the message names what to look for. */
export class LostError extends ClientError {
  override readonly name = 'LostError';
  override readonly mayHaveTakenEffect = true;

  constructor(
    method: string,
    path: string,
    /** What may exist, as the practitioner would look for it: `secret "db-password" in project "p1"`. */
    readonly subject: string,
    /** True when the service said it made the object; false when nobody knows. */
    readonly created: boolean,
    detail: string,
    cause?: unknown,
  ) {
    const what = created ? `succeeded, so this exists at the service: ${subject}` : `may have made this: ${subject}`;
    super(method, path, `${what}. ${detail}`, cause);
  }
}

/** A lost create for which one object was found that fits; it is not taken, because it may be somebody else's (P2). */
export class UnconfirmedError extends ClientError {
  override readonly name = 'UnconfirmedError';
  override readonly mayHaveTakenEffect = true;

  readonly operation: Operation;
  /** The object that fits. */
  readonly existingId: string;

  constructor(
    method: string,
    path: string,
    {
      operation,
      subject,
      existingId,
      detail,
      cause,
    }: Pick<UnconfirmedError, 'operation' | 'existingId'> & {
      /** What was to be made, as the practitioner would look for it. */
      readonly subject: string;
      /** Why it is not taken, and what to do, as sentences. */
      readonly detail: string;
      readonly cause: ClientError | undefined;
    },
  ) {
    const found = `the list shows one since: ${JSON.stringify(existingId)}`;
    super(method, path, `may have made ${subject}, and ${found}. ${detail}`, cause);
    this.operation = operation;
    this.existingId = existingId;
  }
}

/** A lost create for which several objects could be the one; none is taken. */
export class AmbiguousError extends ClientError {
  override readonly name = 'AmbiguousError';
  override readonly mayHaveTakenEffect = true;

  constructor(
    method: string,
    path: string,
    readonly subject: string,
    readonly ids: readonly string[],
    cause?: unknown,
  ) {
    const named = ids.map((id) => JSON.stringify(id)).join(', ');
    super(
      method,
      path,
      `may have made ${subject}, and more than one new object could be it: ${named}. Another client is creating similar objects. Find out which is yours, then import or delete it.`,
      cause,
    );
  }
}
