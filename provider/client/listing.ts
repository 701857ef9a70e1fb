import type { OddRecord } from './odd-records';

/** Time for which the service may lag behind its own writes, in milliseconds (P4). */
export const SETTLE_MS = 30_000;

/** Time for which one list serves reads, in milliseconds (P6). */
export const MAX_AGE_MS = 30_000;

/** A list as it was read, with its place in the order of events. */
export interface Listing<T> {
  readonly records: readonly T[];
  /** The records that cannot be read. */
  readonly odd: readonly OddRecord<T>[];
  readonly byId: ReadonlyMap<string, T>;
  /** Warnings about a list that is usable nevertheless. */
  readonly notices: readonly Notice[];
  /** Its place among the beginnings and ends of lists and writes of the collection, counted from 1. */
  readonly beganAt: number;
  readonly endedAt: number;
  /** Clock times of its beginning and its end, in milliseconds. */
  readonly beganMs: number;
  readonly endedMs: number;
}

/** Clock times at which the first and the last list that show an object began, in milliseconds. */
export interface Sightings {
  readonly firstMs: number;
  readonly lastMs: number;
}

/** The content of a list. */
export interface Listed<T> {
  readonly records: readonly T[];
  readonly odd: readonly OddRecord<T>[];
  readonly notices: readonly Notice[];
}

/** A warning about a whole collection, issued once however many readers there are. */
export interface Notice {
  /** Equal for the same problem; undefined for a warning that every run repeats. */
  readonly key: string | undefined;
  readonly severity: 'warning';
  readonly summary: string;
  readonly detail: string;
}
