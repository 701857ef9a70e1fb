import { randomUUID } from 'node:crypto';

/**
 * The client's external dependencies, injected so that tests need neither real waits nor randomness. A fake clock must advance
 * by the time slept; otherwise a wait with a time limit never ends.
 */
export interface ClientEnvironment {
  /** Milliseconds since some fixed moment. */
  now(): number;
  /** A uniformly distributed number from 0 (included) to 1 (excluded). */
  random(): number;
  /** A unique version 4 UUID. */
  uuid(): string;
  /** Resolves after `ms` milliseconds, also months; rejects as soon as `signal` is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** A signal that is aborted after `ms` milliseconds; it does not keep the process alive. */
  timeout(ms: number): AbortSignal;
  /** Environment variables; the proxy settings are read from them. */
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/** The real clock, randomness, time limits and environment variables. The client's caller adds the sleep. */
export const realEnvironment: Omit<ClientEnvironment, 'sleep'> = {
  now: () => Date.now(),
  random: () => Math.random(),
  uuid: () => randomUUID(),
  timeout: (ms) => AbortSignal.timeout(ms),
  variables: process.env,
};
