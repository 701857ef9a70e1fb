import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * What the client takes from the world around it, passed in so that tests need neither waiting nor luck. A clock that stands
 * still has to move on by what is slept, or a wait with a time limit never ends.
 */
export interface ClientEnvironment {
  /** Milliseconds since some fixed moment. */
  now(): number;
  /** An even draw from 0 (included) to 1 (excluded). */
  random(): number;
  /** A version 4 UUID that nobody else draws. */
  uuid(): string;
  /** Resolves after `ms` milliseconds; rejects as soon as `signal` is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** A signal that is aborted after `ms` milliseconds; it keeps no process alive. */
  timeout(ms: number): AbortSignal;
  /** Environment variables; the proxy settings are read from them. */
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/** The real clock, randomness, timers and environment variables. */
export const realEnvironment: ClientEnvironment = {
  now: () => Date.now(),
  random: () => Math.random(),
  uuid: () => randomUUID(),
  sleep: (ms, signal) => delay(ms, undefined, signal ? { signal } : {}),
  timeout: (ms) => AbortSignal.timeout(ms),
  variables: process.env,
};
