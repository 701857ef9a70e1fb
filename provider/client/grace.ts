import type { ClientEnvironment } from './environment';
import { isTimeOver } from './time-over';

/*
 * An aborted signal means: nothing new (P43). What was sent already still gets its response, and what follows from that without a
 * choice is still done: a lost create is searched for, a key that nobody can use is deleted.
 */

/** What grace depends on. */
interface Surroundings {
  readonly environment: Pick<ClientEnvironment, 'timeout'>;
  /** For how much longer the service asks all requests to wait, in milliseconds. */
  readonly pausedMs: number;
}

/** Grace period of work that a cancelled call still has to do, in milliseconds. */
const GRACE_MS = 5_000;

/** How long the response to a request that was sent is awaited after an interruption, in milliseconds. */
const RESPONSE_MS = 30_000;

/** How long the response to a request that was sent is still awaited once the signal is aborted, in milliseconds. */
export const awaitResponseMs = (signal: AbortSignal): number => (isTimeOver(signal) ? GRACE_MS : RESPONSE_MS);

/**
 * How long work that a cancelled call still has to do may take, in milliseconds. A pause that the service asks for comes on top
 * after an interruption, unless all of it would take longer than a response is awaited.
 */
function graceMs(signal: AbortSignal | undefined, pausedMs: number): number {
  const withPauseMs = GRACE_MS + pausedMs;
  return isTimeOver(signal) || withPauseMs > RESPONSE_MS ? GRACE_MS : withPauseMs;
}

/**
 * Does work that must be done whether or not the call is cancelled: under the signal, and once that is aborted again under one that
 * gives it some more seconds.
 */
export async function withGrace<R>(
  surroundings: Surroundings,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal | undefined, limitMs: number) => Promise<R>,
): Promise<R> {
  try {
    if (!signal?.aborted) return await work(signal, Number.POSITIVE_INFINITY);
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
  const limitMs = graceMs(signal, surroundings.pausedMs);
  return work(surroundings.environment.timeout(limitMs), limitMs);
}
