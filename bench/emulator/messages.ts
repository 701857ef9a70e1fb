/** What the programs of this folder are told and print, as JSON. */

/** A running emulator. */
export interface Target {
  readonly baseUrl: string;
  readonly token: string;
  readonly projectId: string;
}

/** What the load generator is to do. */
export interface Load extends Target {
  /** Of the server, whose CPU time is looked at. */
  readonly pid: number;
  readonly connections: number;
  /** Requests of each kind; all kinds together once before, to warm up. */
  readonly requests: number;
}

/** Kinds of requests, in the order in which they are made. */
export const REQUEST_KINDS = ['list', 'update', 'create and delete'] as const;

/** What one kind of work took. */
export interface Taken {
  readonly perSecond: number;
  /** CPU time of the server for one request; undefined where there is no `/proc`. */
  readonly cpuMs: number | undefined;
}

/** What the requests took, by kind. */
export type Results = Readonly<Record<(typeof REQUEST_KINDS)[number], Taken>>;

/** Starts in one process, in milliseconds. */
export interface InProcessStarts {
  readonly firstMs: number;
  readonly laterMs: readonly number[];
}
