import type { ClientEnvironment } from './environment';
import type { TokenSource } from './tokens/token';

/** Writes one line of the client's log, with fields such as `method` and `path`. Never receives a token, a value, a password or a body. */
export type Log = (level: 'trace' | 'info' | 'warn', message: string, fields?: Record<string, string>) => void;

export const LOST_CREATES = ['adopt', 'report', 'sole_writer'] as const;

/**
 * The treatment of an object found after a create whose response was lost (P2): adopt it with a warning, leave it and report an error, or adopt it
 * without a warning because nobody else writes to the project. An access key is left with a warning, or deleted if it is ours, as with the last.
 */
export type LostCreates = (typeof LOST_CREATES)[number];

export interface ClientSettings {
  /** The address of the service, `http:` or `https:`; may have a path prefix and a trailing slash. Its query is ignored. */
  readonly baseUrl: URL;
  /** Sent as `Authorization: Bearer …` to the origin of `baseUrl` and nowhere else. */
  readonly token: string | TokenSource;
  /** Time limit for one request, from connecting to the last byte of its response, in milliseconds; at most 2^31 - 1. */
  readonly requestTimeoutMs: number;
  /** Number of retries of a retryable request; half as many, rounded up, if no server listens, ten times as many after a 429. 0: none. */
  readonly maxRetries: number;
  /** Shortest wait before a retry, in milliseconds, unless the service asks for a shorter one by `Retry-After`. */
  readonly retryWaitMinMs: number;
  /** Longest wait before a retry, in milliseconds, unless the service asks for a longer one by `Retry-After`. */
  readonly retryWaitMaxMs: number;
  /** Maximum number of concurrent requests to the service, and of those of each S3 connection; at least 1. */
  readonly maxConcurrentRequests: number;
  /** Default `adopt`. */
  readonly lostCreates?: LostCreates | undefined;
  /** Time over which three lists are spread that must agree that an object is gone, in milliseconds. 0: one list is enough (P7). */
  readonly listConfirmationMs: number;
  /** Treats lists as complete, with a warning, even if they show signs of more records that cannot be followed (P32). */
  readonly trustLists: boolean;
  /** True if the token may reach other projects than that of the objects. Default: false. */
  readonly allowForeignProject?: boolean | undefined;
  /** Certificate authorities trusted in addition to the usual ones, in PEM. */
  readonly caCertPem?: string | undefined;
  /** Sent with every request to the origin of `baseUrl`, in addition to the client's own, whose names they must not repeat. As secret as the token. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The whole header `User-Agent`. */
  readonly userAgent: string;
  /** Default: nothing is logged. */
  readonly log?: Log | undefined;
  /** How to sleep, and replacements of the real clock, randomness, time limits and variables. */
  readonly environment: Pick<ClientEnvironment, 'sleep'> & Partial<ClientEnvironment>;
}

/** Remembers across runs which warnings were issued, by `Notice.key`. */
export interface Told {
  has(key: string): boolean;
  add(key: string): void;
}

export interface Limits {
  /** Cancels the work, down to the socket; but a write that was sent gets some time for its response, and lost creates are looked for (P43). */
  readonly signal?: AbortSignal | undefined;
  /** Clock time (ms since 1970) that no wait at the service's request may exceed (P42); ends nothing else. Default: 5 minutes from each request. */
  readonly deadlineMs?: number | undefined;
  /** Time for which the service may lag behind our writes, in ms (P4). Default: 30 s, as always for deletions and searches for lost creates. */
  readonly settleMs?: number | undefined;
}

/** Only the limits of a call, for a request or a list that it shares. */
export const limitsOf = ({ signal, deadlineMs, settleMs }: Limits): Limits => ({ signal, deadlineMs, settleMs });

/** The last argument of the client's methods that may send requests. */
export interface Call extends Limits {
  /** Receives warnings about successful work that deserves the practitioner's attention. */
  readonly warn?: ((summary: string, detail: string) => void) | undefined;
  /** Warnings that earlier runs have already issued (P42). */
  readonly told?: Told | undefined;
  /** True for one of many refreshes: a list that failed for one of them rejects the others with ListFailedBeforeError (P39). */
  readonly refreshing?: boolean | undefined;
  /** True for an object that may be too new for lists: those that confirm its absence are spread over the settle time (P7). */
  readonly spread?: boolean | undefined;
}
