import type { Operation } from '../../contract';
import { routes } from '../../contract';
import { CancelledError } from './errors';
import type { Requester } from './requester';
import { mayPass } from './retry';
import { isTimeOver } from './time-over';

/** How long the service may lag behind its own writes, in milliseconds (P4). */
export const SETTLE_MS = 30_000;

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5_000;

/** The wait after one of `ms` milliseconds; after none, the first. */
export const nextWaitMs = (ms: number) => (ms === 0 ? FIRST_WAIT_MS : Math.min(LONGEST_WAIT_MS, ms * 2));

/** What waiting needs: a clock, and a wait that can be cancelled. */
export interface Waiting {
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<void>;
}

/**
 * Asks again and again, with growing waits, until `attempt` has a result, or `limitMs` or the time of the operation are over:
 * then undefined. The first time is at once. Rejects with CancelledError in the name of `operation` when aborted otherwise, or
 * before the first attempt has ended.
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
    // What the attempts before have met says more.
    if (asked && isTimeOver(signal) && error instanceof CancelledError) return undefined;
    throw error;
  }
}

/**
 * Does what nobody would make good later, such as finding out what a lost create has made: a failure that may pass is met
 * with further attempts, beyond those of the request itself, until the settle time is over. Then the last failure is thrown.
 */
export async function withSettleTime<R>(
  requester: Requester,
  operation: Operation,
  work: () => Promise<R>,
  signal?: AbortSignal,
): Promise<R> {
  let failure: unknown;
  const attempt = async (): Promise<{ result: R } | undefined> => {
    try {
      return { result: await work() };
    } catch (error) {
      if (signal?.aborted || !mayPass(error)) throw error;
      failure = error;
      return undefined;
    }
  };
  const done = await untilSettled(requester, operation, attempt, SETTLE_MS, signal);
  if (done === undefined) throw failure;
  return done.result;
}

/** What `untilSettled` does, for whatever is asked. */
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
    // The last look is at the limit itself, not somewhere before it.
    const nextMs = Math.min(waitMs, leftMs);
    await pause(nextMs);
    waited += nextMs;
  }
}
