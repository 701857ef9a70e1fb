/**
 * What the domain needs from outside: time and randomness are passed in, so that tests decide both.
 */

/** Time as the service sees it. */
export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. */
  now(): number;
}

/** A source of random bytes; reproducible when it was seeded. */
export interface Random {
  bytes(count: number): Uint8Array;
}

/** Runs `work` as one unit: all of its changes are kept, or, when it throws, none. */
export type Transaction = <T>(work: () => T) => T;
