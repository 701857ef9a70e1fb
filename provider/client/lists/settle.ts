import { type Operation, routes } from '../../../contract';
import { CancelledError, ClientError } from '../errors/errors';
import { isTimeOver } from '../http/after-abort';
import { isUnsent, type Requester } from '../http/requester';

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5_000;

/** The wait that follows one of `ms` milliseconds; after 0, the first wait. */
export const nextWaitMs = (ms: number) => (ms === 0 ? FIRST_WAIT_MS : Math.min(LONGEST_WAIT_MS, ms * 2));

/**
 * Calls `attempt` repeatedly, with growing waits of 0.25 to 5 seconds, until it has a result; undefined when `limitMs` or the time of the operation
 * is over first. The first call is immediate, also with a limit of 0; the last begins by the limit. Rejects like `attempt`, which is not passed the
 * signal, and with CancelledError in the name of `operation` when a wait is aborted for another reason than the time.
 */
export async function untilSettled<R>(
  requester: Requester,
  operation: Operation,
  attempt: () => Promise<R | undefined>,
  limitMs: number,
  signal?: AbortSignal,
): Promise<R | undefined> {
  const pause = (ms: number) => requester.pause(ms, routes[operation], signal);
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
 * Runs work again, as `poll` says (such as `untilSettled`), while it fails in a way that `passes` expects to end. Throws any other failure at once,
 * and the last one when `poll` resolves with undefined, or rejects before another attempt and an earlier one may have taken effect.
 */
export async function retrying<R>(
  work: () => Promise<R>,
  passes: (error: unknown) => boolean | Promise<boolean>,
  poll: (attempt: () => Promise<{ result: R } | undefined>) => Promise<{ result: R } | undefined>,
): Promise<R> {
  let failure: unknown;
  const isInDoubt = () => failure instanceof ClientError && failure.isInDoubt;
  const done = await poll(async () => {
    try {
      return { result: await work() };
    } catch (error) {
      if (error instanceof ClientError) error.wasInDoubt ||= isInDoubt();
      if (!(await passes(error))) throw error;
      failure = error;
      return undefined;
    }
  }).catch((error: unknown) => {
    throw isUnsent(error) && isInDoubt() ? failure : error;
  });
  if (done === undefined) throw failure;
  return done.result;
}

/** Like {@link untilSettled}, but without a requester or a signal: only the limit ends it, or a rejection of `attempt` or `pause`. */
export async function pollUntil<R>(
  { now, pause }: { readonly now: () => number; readonly pause: (ms: number) => Promise<void> },
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
