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

/** The longest time of a timer of Node, in milliseconds, 24.8 days: beyond it one rings at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Sleeps in pieces that a timer can take: a service may ask for a wait of months, and `timeouts` may allow it. */
async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  const options = signal ? { signal } : {};
  let leftMs = ms;
  for (; leftMs > LONGEST_TIMER_MS; leftMs -= LONGEST_TIMER_MS) await delay(LONGEST_TIMER_MS, undefined, options);
  await delay(leftMs, undefined, options);
}

/** The real clock, randomness, timers and environment variables. */
export const realEnvironment: ClientEnvironment = {
  now: () => Date.now(),
  random: () => Math.random(),
  uuid: () => randomUUID(),
  sleep,
  timeout: (ms) => AbortSignal.timeout(ms),
  variables: process.env,
};
