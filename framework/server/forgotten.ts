import { AsyncLocalStorage } from 'node:async_hooks';
import type { DiagnosticError } from '../diagnostic';

/*
 * Rejections that nothing has awaited. Each belongs to the call in whose async context it arose, and is judged when the handler of that ends: what
 * has been awaited by then is forgiven. One that belongs to no call, or to one that has ended, is told with the next response. So is an exception of
 * a callback, such as that of a timer, but nothing can forgive it.
 */

/** What has to be known of a call: its rejections that nothing has awaited, by promise, and how to end it. */
interface Call {
  readonly forgotten: Map<Promise<unknown>, unknown>;
  uncaught: DiagnosticError | undefined;
  fail(failure: DiagnosticError, sentIsAnswered: Promise<void>): void;
}

const current = new AsyncLocalStorage<Call>();
const calls = new WeakMap<Promise<unknown>, Call>();
/** Calls with a handler under way, and how many there have been. */
const running = new Set<Call>();
let begun = 0;
let unclaimed: unknown[] = [];

/** Runs a part of a call. A call that is not {@link ended} counts as running. */
export const inCall = <R>(call: Call, work: () => R): R => current.run(call, work);

/** To be called when the handler of a call begins, and when the call has ended. */
export function begin(call: Call): void {
  running.add(call);
  begun += 1;
}
export const end = (call: Call): boolean => running.delete(call);

/** Notes a rejection, and returns the call that it belongs to; undefined for none. */
export function noteRejection(promise: Promise<unknown>, reason: unknown): Call | undefined {
  const call = runningCall(reason);
  if (!call) return undefined;
  calls.set(promise, call);
  call.forgotten.set(promise, reason);
  return call;
}

/** Notes an exception of a callback, which is `failure` of the call that it belongs to. */
export function noteUncaught(error: unknown, failure: DiagnosticError): void {
  const call = runningCall(error);
  if (call) call.uncaught ??= failure;
}

/** The call in which this arises; for none, or one that has ended, the reason is unclaimed. */
function runningCall(reason: unknown): Call | undefined {
  const call = current.getStore() ?? onlyCall();
  if (call && running.has(call)) return call;
  unclaimed.push(reason);
  return undefined;
}

/** Forgives a rejection that something has awaited after all. */
export const noteHandled = (promise: Promise<unknown>): void => void calls.get(promise)?.forgotten.delete(promise);

/** The rejections and exceptions that belong to no call; each is returned once. */
export function takeUnclaimed(): readonly unknown[] {
  const taken = unclaimed;
  unclaimed = [];
  return taken;
}

/** Bun does not tell the context of what fails. The first handler of a process is the only one that it can belong to. */
const onlyCall = (): Call | undefined =>
  process.versions.bun !== undefined && begun === 1 ? [...running][0] : undefined;
