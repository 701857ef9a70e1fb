import { randomUUID } from 'node:crypto';

/** The client's external dependencies, which tests replace. A fake clock must advance by the time slept, or some waits with a limit never end. */
export interface ClientEnvironment {
  /** Milliseconds since 1970, for comparison with expiries and dates of the service, too. May jump when the clock is set. */
  now(): number;
  /** A uniformly distributed number from 0 (included) to 1 (excluded). */
  random(): number;
  /** A unique version 4 UUID. */
  uuid(): string;
  /** Resolves after `ms` milliseconds, also months; rejects as soon as `signal` is aborted, or if it already is. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** A signal that is aborted after `ms` milliseconds, perhaps a fraction, below 2^31; it does not keep the process alive. */
  timeout(ms: number): AbortSignal;
  /** Environment variables: those of proxies (`proxy.ts`) and trusted certificates (`trust.ts`) are read. */
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/** The time since a moment, in milliseconds; infinite if the clock was set back to before it: then nothing counts as recent. */
export function ageOf(atMs: number, { now }: Pick<ClientEnvironment, 'now'>): number {
  const ageMs = now() - atMs;
  return ageMs < 0 ? Number.POSITIVE_INFINITY : ageMs;
}

/** The real clock, randomness, time limits and environment variables. The client's caller adds the sleep. */
export const realEnvironment: Omit<ClientEnvironment, 'sleep'> = {
  now: () => Date.now(),
  random: () => Math.random(),
  uuid: () => randomUUID(),
  timeout: (ms) => AbortSignal.timeout(Math.ceil(ms)),
  variables: process.env,
};
