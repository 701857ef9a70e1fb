import type { Operation } from '../../../contract';
import { ClientError, type RequestName } from '../errors/errors';
import { quoted } from '../errors/with-ids';

/** A create that made or may have made an object which it does not bring into state; the message names what to look for. */
export class LostError extends ClientError {
  override readonly name = 'LostError';
  override readonly mayHaveTakenEffect = true;

  constructor(
    request: RequestName,
    /** The object that may exist, in words: `secret "db-password" in project "p1"`. */
    readonly subject: string,
    /** True when the service confirmed the create, or a list shows an object that counts as its own; false when the outcome is unknown. */
    readonly created: boolean,
    /** The reason, and advice, as sentences. */
    detail: string,
    cause?: unknown,
  ) {
    const what = created ? `succeeded, so this exists at the service: ${subject}` : `may have made this: ${subject}`;
    super(request, `${what}. ${detail}`, cause);
  }
}

/** A lost create with one matching object, which is not adopted because it may be somebody else's (P2). */
export class UnconfirmedError extends ClientError {
  override readonly name = 'UnconfirmedError';
  override readonly mayHaveTakenEffect = true;

  constructor(
    request: RequestName,
    readonly operation: Operation,
    /** The object to create, as the practitioner would look for it. */
    subject: string,
    readonly existingId: string,
    /** The reason why it is not adopted, and advice, as sentences. */
    detail: string,
    cause: ClientError | undefined,
  ) {
    const found = `the list shows one since: ${JSON.stringify(existingId)}`;
    super(request, `may have made ${subject}, and ${found}. ${detail}`, cause);
  }
}

/** A lost create with several matching objects, or with one that another lost create may have made; none is adopted. */
export class AmbiguousError extends ClientError {
  override readonly name = 'AmbiguousError';
  override readonly mayHaveTakenEffect = true;

  constructor(
    request: RequestName,
    /** The object to create, in words. */
    readonly subject: string,
    readonly ids: readonly string[],
    cause?: unknown,
  ) {
    const several = `more than one new object could be it: ${quoted(ids)}. Another lost create of this run or another client made similar ones.`;
    const one = `the new object ${quoted(ids)} could be it, or that of another lost create of this run.`;
    const found = `${ids.length > 1 ? several : one} Find out which is yours, then import or delete it.`;
    super(request, `may have made ${subject}, and ${found}`, cause);
  }
}
