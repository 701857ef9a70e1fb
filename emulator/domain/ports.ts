/** The domain receives time, randomness and transactions from outside, so that tests control them. */

export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. */
  now(): number;
}

/** A source of random bytes, reproducible with an RNG seed. */
export interface Random {
  bytes(count: number): Uint8Array;
}

/** Runs `work` as one transaction: keeps all of its changes, or none if it throws. */
export type Transaction = <T>(work: () => T) => T;

/** Runs work that must succeed on a full disk, above all what frees space (E18). It may run twice. */
export type FromReserve = <T>(work: () => T) => T;
