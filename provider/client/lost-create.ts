import type { Operation } from '../../contract';
import type { ClientError } from './errors';
import type { ComparedPosting } from './posting';
import type { Received } from './received';

/** One create, as the search for its object needs to know it. */
export interface Creation<T> {
  readonly operation: Operation;
  /** What is made, in words: `secret "db" in project "p1"`. */
  readonly subject: string;
  /** The same for creates that send the same, values included; different for all others. */
  readonly content: string;
  /** Whether a record could be the object, judged by what is listed of it. */
  readonly matches: (record: T) => boolean;
  /** Whether a record could be the object after the service has changed it. */
  readonly resembles?: (record: T) => boolean;
}

/** A create of which nobody knows whether it took effect, or under which id. */
export interface Lost<T extends { readonly id: string }> {
  readonly creation: Creation<T>;
  readonly posting: ComparedPosting<T>;
  /** Undefined when the service said that it made the object and only the id is missing. */
  readonly failure: ClientError | undefined;
  /** The ids that arrived all the same. */
  readonly received: Received | undefined;
}

/** A create whose response has not come yet. */
export interface Flight<T extends { readonly id: string }> {
  readonly creation: Creation<T>;
  readonly done: Promise<void>;
  lost: Lost<T> | undefined;
}

/** How a create went. */
export type Outcome<T extends { readonly id: string }, R> = { readonly made: R } | { readonly lost: Lost<T> };

/** What one list shows of a lost create. */
export interface Sighting<T extends { readonly id: string }> {
  readonly lost: Lost<T>;
  /** What it may have made; nothing of it is claimed. */
  readonly candidates: readonly T[];
  /** The other lost creates that may have made one of the candidates. */
  readonly rivals: readonly Lost<T>[];
  /** True when the settle time is over. */
  readonly isLast: boolean;
}

/** The records that were not there before the create, and look as it was asked for. */
export const candidatesFor = <T extends { readonly id: string }>(
  { creation, posting }: Lost<T>,
  records: readonly T[],
): readonly T[] => records.filter((one) => !posting.before.byId.has(one.id) && creation.matches(one));
