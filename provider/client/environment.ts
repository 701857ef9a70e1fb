import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

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
  /** Resolves after `ms` milliseconds; rejects as soon as `signal` is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** A signal that is aborted after `ms` milliseconds; it does not keep the process alive. */
  timeout(ms: number): AbortSignal;
  /** Environment variables; the proxy settings are read from them. */
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/** The longest delay of a Node timer, in milliseconds, 24.8 days: a timer with a longer one fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Sleeps in pieces that fit a timer: a service may ask for a wait of months, and `timeouts` may allow it. */
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
