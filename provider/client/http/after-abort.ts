/*
 * After an abort of the signal nothing new is begun (P43). Writes that were sent get some time for their responses, and necessary consequences are
 * still carried out: a lost create is searched for, a key that nobody can use is deleted, and the result of an update is looked for.
 */

import type { ClientEnvironment } from '../environment';

/** Grace period of work that a cancelled call still has to do, in milliseconds. */
const GRACE_MS = 5_000;

/** Time limit for the response to a request that was sent, after an interruption, in milliseconds. */
const RESPONSE_MS = 30_000;

/** True if a signal was aborted because time is over (a `TimeoutError`, as of `AbortSignal.timeout`); false for an interruption, or no abort. */
export const isTimeOver = (signal: AbortSignal | undefined): boolean =>
  signal?.reason instanceof DOMException && signal.reason.name === 'TimeoutError';

/** Time limit for the response to a request that was sent, from the abort of its signal on, in milliseconds: 5 s if its time is over, else 30 s. */
export const awaitResponseMs = (signal: AbortSignal): number => (isTimeOver(signal) ? GRACE_MS : RESPONSE_MS);

/**
 * Does work that must be done even if the call is cancelled: with its signal and no limit, unless that is aborted; if it is, or the work fails after
 * an abort, with one that is aborted after `limitMs`, 5 to 30 seconds. Settles like the last of these calls: the failure of the first one is dropped,
 * whatever it is, because most are due to the abort, and the second one comes to any other again by itself.
 */
export async function withGrace<R>(
  requester: { readonly environment: Pick<ClientEnvironment, 'timeout'>; readonly pausedMs: number },
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal | undefined, limitMs: number) => Promise<R>,
): Promise<R> {
  try {
    if (!signal?.aborted) return await work(signal, Number.POSITIVE_INFINITY);
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
  // After an interruption a pause that the service asks for is added, unless the sum exceeds the limit for a response.
  const withPauseMs = GRACE_MS + requester.pausedMs;
  const limitMs = isTimeOver(signal) || withPauseMs > RESPONSE_MS ? GRACE_MS : withPauseMs;
  return work(requester.environment.timeout(limitMs), limitMs);
}
