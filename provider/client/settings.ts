import type { ClientEnvironment } from './environment';
import type { TokenSource } from './token';

/** How grave a line of the client's log is. */
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn';

/** Takes one line of the client's log. Never handed a token, a value, a password or a body. */
export type Log = (level: LogLevel, message: string, fields?: Record<string, string>) => void;

export const LOST_CREATES = ['adopt', 'report', 'sole_writer'] as const;

/**
 * What becomes of an object found after a create whose response was lost (P2): taken with a warning, left and
 * reported as an error, or taken without a word, because nobody else writes to the project.
 */
export type LostCreates = (typeof LOST_CREATES)[number];

/** Everything a {@link Client} needs to know. */
export interface ClientSettings {
  /** Where the service is; may have a path prefix and a trailing slash. */
  readonly baseUrl: URL;
  /** Sent as `Authorization: Bearer …` to the origin of `baseUrl` and nowhere else. */
  readonly token: string | TokenSource;
  /** The project of the provider block, for what is logged; each create names its own. */
  readonly projectId?: string | undefined;
  /** Limit for one request from its first byte to the last byte of its response, in milliseconds. */
  readonly requestTimeoutMs: number;
  /** How often a request that may be repeated is sent again. 0: never. */
  readonly maxRetries: number;
  /** Shortest wait before a repetition, in milliseconds. */
  readonly retryWaitMinMs: number;
  /** Longest wait before a repetition, in milliseconds, unless the service asks for a longer one by `Retry-After`. */
  readonly retryWaitMaxMs: number;
  /** Requests on their way at the same time. */
  readonly maxConcurrentRequests: number;
  /** Default `adopt`. */
  readonly lostCreates?: LostCreates | undefined;
  /** Time within which three lists must agree that an object is gone, in milliseconds. 0: one list will do (P7). */
  readonly listConfirmationMs: number;
  /** Takes lists as whole although they show signs of more that cannot be followed, with a warning (P32). */
  readonly trustLists: boolean;
  /** Certificate authorities trusted beside the usual ones, in PEM. */
  readonly caCertPem?: string | undefined;
  /** Sent with every request to the origin of `baseUrl`, beside those of the client. Their values are as secret as the token. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly userAgent: string;
  readonly log?: Log | undefined;
  /** Replaces parts of the real clock, randomness, timers and variables. */
  readonly environment?: Partial<ClientEnvironment> | undefined;
}

/** Remembers warnings by a key of theirs, from run to run. */
export interface Told {
  has(key: string): boolean;
  add(key: string): void;
}

/** What ends work early. */
export interface Limits {
  /** Cancels the work, down to the socket. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Clock time by which the work has to be over, in milliseconds: a wait beyond it that the service asks for is an error
   * (P42). Default: as `requester.ts` has it.
   */
  readonly deadlineMs?: number | undefined;
  /** How long the service may lag behind writes of ours, in milliseconds (P4). Default: 30 seconds. */
  readonly settleMs?: number | undefined;
}

/** The limits of a call, for what takes nothing else of it. */
export const limitsOf = ({ signal, deadlineMs, settleMs }: Limits): Limits => ({ signal, deadlineMs, settleMs });

/** What every method of the client takes as its last argument. */
export interface Call extends Limits {
  /** Takes what went right but deserves the practitioner's attention. */
  readonly warn?: ((summary: string, detail: string) => void) | undefined;
  /** What earlier runs have warned of already (P42). */
  readonly told?: Told | undefined;
  /** One of many refreshes: a list that failed for one of them rejects the others with ListFailedBeforeError (P39). */
  readonly refreshing?: boolean | undefined;
}
