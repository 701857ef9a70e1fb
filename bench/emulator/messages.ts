/** What the programs of this folder are told and print, as JSON. */

/** A running emulator. */
export interface Target {
  readonly baseUrl: string;
  readonly token: string;
  readonly projectId: string;
}

/** What the load generator is to do. */
export interface Load extends Target {
  readonly connections: number;
  /** Requests of each kind; all kinds together once before, to warm up. */
  readonly requests: number;
}

/** Kinds of requests, in the order in which they are made. */
export const REQUEST_KINDS = ['list', 'update', 'create and delete'] as const;

/** Requests answered in a second, by kind. */
export type Rates = Readonly<Record<(typeof REQUEST_KINDS)[number], number>>;

/** Starts in one process, in milliseconds. */
export interface InProcessStarts {
  readonly firstMs: number;
  readonly laterMs: readonly number[];
}
