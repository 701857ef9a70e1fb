import { type Operation, routes } from '../../contract';
import { CancelledError } from './errors';
import { SETTLE_MS } from './listing';
import type { Requester } from './requester';
import { mayPass } from './retry';
import { isTimeOver } from './time-over';

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5_000;

/** The wait that follows one of `ms` milliseconds; after 0, the first wait. */
export const nextWaitMs = (ms: number) => (ms === 0 ? FIRST_WAIT_MS : Math.min(LONGEST_WAIT_MS, ms * 2));

interface Waiting {
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<void>;
}

/**
 * Calls `attempt` repeatedly, with growing waits, until it has a result; undefined when `limitMs` or the time of the operation
 * is over first. The first call is immediate. Rejects with CancelledError in the name of `operation` when aborted for another
 * reason, or before the first attempt has ended.
 */
export async function untilSettled<R>(
  requester: Requester,
  operation: Operation,
  attempt: () => Promise<R | undefined>,
  limitMs: number,
  signal?: AbortSignal,
): Promise<R | undefined> {
  const { method, path } = routes[operation];
  const pause = (ms: number) => requester.pause(ms, method, path, signal);
  let asked = false;
  const ask = async () => {
    const result = await attempt();
    asked = true;
    return result;
  };
  try {
    return await pollUntil({ now: requester.environment.now, pause }, ask, limitMs);
  } catch (error) {
    // The result of the earlier attempts says more.
    if (asked && isTimeOver(signal) && error instanceof CancelledError) return undefined;
    throw error;
  }
}

/**
 * Runs work that nothing would redo later, such as deleting a key that nobody can use. Retries transient failures, beyond the
 * retries of the request itself, until the settle time is over; then it throws the last failure.
 */
export async function withSettleTime<R>(
  requester: Requester,
  operation: Operation,
  work: () => Promise<R>,
  signal?: AbortSignal,
): Promise<R> {
  const passes = (error: unknown) => !signal?.aborted && mayPass(error);
  return retrying(work, passes, (attempt) => untilSettled(requester, operation, attempt, SETTLE_MS, signal));
}

/**
 * Runs work again, as `poll` says, while it fails in a way that `passes` expects to end; throws the last failure when `poll` gives up.
 */
export async function retrying<R>(
  work: () => Promise<R>,
  passes: (error: unknown) => boolean | Promise<boolean>,
  poll: (attempt: () => Promise<{ result: R } | undefined>) => Promise<{ result: R } | undefined>,
): Promise<R> {
  let failure: unknown;
  const done = await poll(async () => {
    try {
      return { result: await work() };
    } catch (error) {
      if (!(await passes(error))) throw error;
      failure = error;
      return undefined;
    }
  });
  if (done === undefined) throw failure;
  return done.result;
}

/** Like {@link untilSettled}, but without a requester. */
export async function pollUntil<R>(
  { now, pause }: Waiting,
  attempt: () => Promise<R | undefined>,
  limitMs: number,
): Promise<R | undefined> {
  const began = now();
  let waited = 0;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = nextWaitMs(waitMs)) {
    const result = await attempt();
    if (result !== undefined) return result;
    const leftMs = limitMs - Math.max(waited, now() - began);
    if (leftMs <= 0) return undefined;
    // The last attempt is at the limit itself, not somewhere before it.
    const nextMs = Math.min(waitMs, leftMs);
    await pause(nextMs);
    waited += nextMs;
  }
}
