import type { OddRecord } from '../responses/odd-records';

/** Time for which the service may lag behind its own writes, in milliseconds (P4). */
export const SETTLE_MS = 30_000;

/** Time for which one list serves reads, in milliseconds (P6). */
export const MAX_AGE_MS = 30_000;

/** The content of a list: all pages together. */
export interface Listed<T> {
  /** The readable records, each id once. */
  readonly records: readonly T[];
  readonly odd: readonly OddRecord<T>[];
  /** Ids of objects that are listed as deleted (P53); they count as not listed. */
  readonly tombstones: ReadonlySet<string>;
  /** Warnings about a list that is usable nevertheless. */
  readonly notices: readonly Notice[];
}

/** The number of records of a list, readable or not, those of deleted objects included. */
export const countOf = ({
  records,
  odd,
  tombstones,
}: Pick<Listed<unknown>, 'records' | 'odd' | 'tombstones'>): number => records.length + odd.length + tombstones.size;

/** True for a number at which people let a list end: 10, 16, 20, 25, 30, 32, 40, 50, … A list of so many records may end there without a word (P7). */
export const isRound = (count: number): boolean =>
  count >= 10 && (count % 10 === 0 || count % 25 === 0 || Number.isInteger(Math.log2(count)));

/** A list as it was read, with its place in the order of events. */
export interface Listing<T> extends Listed<T> {
  readonly byId: ReadonlyMap<string, T>;
  /** The places of its beginning and its end among those of all lists and the ends of all writes of the collection, counted from 1. */
  readonly beganAt: number;
  readonly endedAt: number;
  /** Clock times of its beginning (before the first byte of its request) and its end, in milliseconds since 1970. */
  readonly beganMs: number;
  readonly endedMs: number;
}

/** Clock times at which the first and the last list that show an object, readable or not, began, in milliseconds since 1970. */
export interface Sightings {
  readonly firstMs: number;
  readonly lastMs: number;
}

/** A warning about a whole collection, issued once however many readers there are. */
export interface Notice {
  /** Equal for the same problem in every run; undefined for a warning that every run repeats. */
  readonly key: string | undefined;
  readonly summary: string;
  readonly detail: string;
}
