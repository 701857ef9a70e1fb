/** A list as it was read, with its place in the order of events. */
export interface Listing<T> {
  readonly records: readonly T[];
  readonly byId: ReadonlyMap<string, T>;
  /** What deserves attention although the list is usable. */
  readonly notices: readonly Notice[];
  readonly beganAt: number;
  readonly endedAt: number;
  /** Clock time of its beginning, in milliseconds. */
  readonly beganMs: number;
  /** Clock time of its end, in milliseconds. */
  readonly endedMs: number;
}

/** What a list is read as. */
export interface Listed<T> {
  readonly records: readonly T[];
  readonly notices: readonly Notice[];
}

/** A warning about a whole collection: told once, however many ask. */
export interface Notice {
  /** The same for the same problem; undefined for one that every run tells again. */
  readonly key: string | undefined;
  readonly severity: 'warning';
  readonly summary: string;
  readonly detail: string;
}
