/* A lost create: what is known of it, what a list shows of it, and the errors it may end with. */

import type { Operation } from '../../../contract';
import { ApiError, ClientError, type RequestName } from '../errors/errors';
import type { Received } from '../errors/received';
import { quoted } from '../errors/with-ids';
import type { Listing } from '../lists/listing';
import { hasId } from '../lists/look-up';
import type { OddRecord } from '../responses/odd-records';
import type { ComparedPosting } from './compared-posting';

/** Detail of the error for a lost create whose object did not appear and whose retry failed. */
export const SENT_AGAIN = 'It did not appear in the list, and sending it again failed.';

/** One create, with what the search for its object needs to know. */
export interface Creation<T> {
  readonly operation: Operation;
  /** The object to create, in words: `secret "db" in project "p1"`. */
  readonly subject: string;
  /** Equal for creates that would make the same object, values included; different for all others. */
  readonly content: string;
  /** True if a record may be the object, judged by its listed fields. Reading an unreadable one throws, which counts as true (`OddRecord`). */
  readonly matches: (record: T) => boolean;
  /** True if a record may be the object after the service has changed it. It is never taken, but the create is not sent again (P3). Default: none. */
  readonly resembles?: (record: T) => boolean;
}

/** A create that may or may not have taken effect, or whose response has no usable record. */
export interface Lost<T extends { readonly id: string }> {
  readonly creation: Creation<T>;
  readonly posting: ComparedPosting<T>;
  /** Undefined when the service confirmed that it created the object and only its record in the response is missing. */
  readonly failure: ClientError | undefined;
  /** The ids in its response; undefined if none arrived. */
  readonly received: Received | undefined;
}

/** True if a lost create may be sent again: not if the service confirmed it, nor after a redirect, because the response would be the same (P46). */
export const mayBeRetried = ({ failure }: Pick<Lost<never>, 'failure'>): boolean =>
  failure !== undefined && !(failure instanceof ApiError && failure.isRedirect);

/** What one list shows of a lost create. */
export interface Findings<T extends { readonly id: string }> {
  readonly lost: Lost<T>;
  /** Objects that it may have created; none of them is claimed. */
  readonly candidates: readonly T[];
  /** Objects that it may have created with other values than were sent (`Creation.resembles`): they are named, and never taken. */
  readonly resembling: readonly T[];
  /** Records that cannot be read, and that it may have created, or that may be a candidate in the list before. */
  readonly odd: readonly OddRecord<T>[];
  /** The other lost creates that may have created one of the candidates. */
  readonly rivals: readonly Lost<T>[];
  /** True when no later list will be read: the time of this search is over. */
  readonly isLast: boolean;
}

/** The records that the list before the create did not show, readable or not, and that match its request; claimed ones included. */
export const candidatesFor = <T extends { readonly id: string }>(
  { creation, posting }: Lost<T>,
  records: readonly T[],
): readonly T[] => records.filter((one) => !hasId(posting.before, one.id) && creation.matches(one));

/** The unreadable records that the create may have made, resembling ones and those without a readable id included. */
export const oddCandidatesFor = <T extends { readonly id: string }>(
  { creation, posting: { before } }: Pick<Lost<T>, 'creation' | 'posting'>,
  { odd }: Listing<T>,
): readonly OddRecord<T>[] =>
  odd.filter(
    (one) =>
      (one.id === undefined || !hasId(before, one.id)) &&
      one.mayMatch((record) => creation.matches(record) || creation.resembles?.(record) === true),
  );

/** The records of the list before the create that may be an object which a later list shows: their ids could not be read. */
export const oddBefore = <T extends { readonly id: string }>({
  creation,
  posting: { before },
}: Pick<Lost<T>, 'creation' | 'posting'>): readonly OddRecord<T>[] =>
  before.odd.filter((one) => one.id === undefined && one.mayMatch(creation.matches));

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
