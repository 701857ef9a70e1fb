/** Messages to processes that a measurement starts, and their responses. */

/** Number of calls by method and path without ids, such as `DELETE /secrets/{id}`. */
export type Calls = Readonly<Record<string, number>>;

/** To the emulator. */
export type Question =
  | { readonly kind: 'start' }
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'calls' };

/** The response to every question; `calls` is filled, and then reset, only for the question `calls`. */
export interface ServiceResponse {
  readonly url: string;
  readonly token: string;
  readonly projectId: string;
  readonly calls: Calls;
}

/** To the limited service: what the limit is, which starts it, and then what has happened. */
export type LimitQuestion =
  | { readonly kind: 'start'; readonly perSecond: number; readonly retryAfter: string }
  | { readonly kind: 'tally' };

export interface LimitResponse {
  readonly url: string;
  readonly tally: Tally;
}

/** The requests that a limited service has received. */
export interface Tally {
  /** Creates that it accepted. */
  readonly posts: number;
  /** Lists that it accepted. */
  readonly lists: number;
  /** Requests beyond the limit. */
  readonly rejected: number;
  /** From the first request to the last. */
  readonly seconds: number;
}
