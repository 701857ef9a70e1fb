/** Input and output of the programs in this folder, as JSON. */

/** A running emulator. */
export interface Target {
  readonly baseUrl: string;
  readonly token: string;
  readonly projectId: string;
}

/** Task of the load generator. */
export interface Load extends Target {
  /** Process of the server, whose CPU time is measured. */
  readonly pid: number;
  readonly connections: number;
  /** Number of requests of each kind; the same number over all kinds runs before them as a warm-up. */
  readonly requests: number;
}

/** Kinds of requests, in the order in which they are sent. */
export const REQUEST_KINDS = ['list', 'update', 'create and delete'] as const;

/** Cost of one kind of work. */
export interface Taken {
  readonly perSecond: number;
  /** CPU time of the server per request; undefined where there is no `/proc`. */
  readonly cpuMs: number | undefined;
}

/** Cost of the requests, by kind. */
export type Results = Readonly<Record<(typeof REQUEST_KINDS)[number], Taken>>;

/** Durations of the starts in one process, in milliseconds. */
export interface InProcessStarts {
  readonly firstMs: number;
  readonly laterMs: readonly number[];
}
