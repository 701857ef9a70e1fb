import type { DiagnosticError } from '../diagnostic';
import { LONGEST_MS } from '../duration';
import type { Environment } from '../provider';
import type { TimedOperation, TimeLimit } from '../timeouts';

/** How long an apply that was under way may take to say what it made, once the provider failed beneath it, in milliseconds. */
const LAST_WORDS_MS = 3_000;

/**
 * One call in progress, and what may end it early.
 *
 * *Interrupted*: Terraform asked the whole provider to stop. Nothing new is sent; what was sent gets its response, and Terraform
 * saves the result (F8). *Abandoned*: nobody waits for the result any more, because the host is gone or cancelled this call. Then
 * the handler's result is undone where nobody could find it. *Failed*: an uncaught exception belongs to some call whose promise may
 * then never settle, and it is unknown to which. All three abort the same signal, because they mean the same to handlers.
 */
export class OpenCall {
  readonly #controller = new AbortController();
  readonly #failed = Promise.withResolvers<never>();
  readonly #answered = Promise.withResolvers<void>();
  #stopAlarm: (() => void) | undefined;
  #limit: TimeLimit | undefined;
  #failure: DiagnosticError | undefined;
  #interruption: DiagnosticError | undefined;
  #isAbandoned = false;
  #undo: (() => Promise<void>) | undefined;
  #sentIsAnswered: Promise<unknown> = Promise.resolve();
  /** Clock time at which the call began, in milliseconds. */
  readonly beganMs: number;

  constructor(private readonly environment: Pick<Environment, 'now' | 'sleep' | 'alarm'>) {
    this.beganMs = environment.now();
    this.#failed.promise.catch(() => {});
  }

  /** Aborted by whatever ends the call early: nothing new is sent then. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Gives the call a time limit, until it is {@link end}ed. */
  limit(
    operation: TimedOperation,
    { ms, configuredMs }: { readonly ms: number; readonly configuredMs: number | undefined },
  ): TimeLimit {
    const over = new AbortController();
    const ring = () => over.abort(new DOMException('The time of the operation is over', 'TimeoutError'));
    this.#stopAlarm = (this.environment.alarm ?? realAlarm)(ms, ring);
    const signal = AbortSignal.any([this.signal, over.signal]);
    this.#limit = { operation, ms, configuredMs, deadlineMs: this.beganMs + ms, signal };
    return this.#limit;
  }

  /** The time limit, if that is what ended the call. */
  get exceeded(): TimeLimit | undefined {
    const { reason } = this.#limit?.signal ?? {};
    return reason !== undefined && reason !== this.signal.reason ? this.#limit : undefined;
  }

  /** Says how to undo what was made, if nobody is left to save it; undefined: it may stay. The last one counts. */
  readonly ifUnsaved = (undo: (() => Promise<void>) | undefined): void => {
    this.#undo = undo;
  };

  /** Ends what the call has begun to wait for, and undoes what nobody will know of. */
  async end(): Promise<void> {
    this.#stopAlarm?.();
    this.#answered.resolve();
    if (this.#isAbandoned) await this.#undo?.();
  }

  /** Settles when the handler has ended, or is not relied on any more. */
  get answered(): Promise<void> {
    return this.#answered.promise;
  }

  /** True when nobody waits for the result any more. */
  get isAbandoned(): boolean {
    return this.#isAbandoned;
  }

  /** Why the call was interrupted, if it was. */
  get interruption(): DiagnosticError | undefined {
    return this.#interruption;
  }

  /** Throws the interruption: a handler that has not begun does not begin. */
  requireUninterrupted(): void {
    if (this.#interruption) throw this.#interruption;
  }

  /** Why the provider failed, if it did. */
  get failure(): DiagnosticError | undefined {
    return this.#failure;
  }

  interrupt(interruption: DiagnosticError): void {
    this.#interruption ??= interruption;
    this.#controller.abort(interruption);
  }

  abandon(reason: unknown): void {
    this.#isAbandoned = true;
    this.#controller.abort(reason);
  }

  /** Aborts the call and no longer relies on its handler. `sentIsAnswered` settles when nothing that was sent is on its way any more. */
  fail(failure: DiagnosticError, sentIsAnswered?: Promise<unknown>): void {
    this.#failure ??= failure;
    this.#sentIsAnswered = Promise.resolve(sentIsAnswered);
    this.#failed.reject(failure);
    this.#controller.abort(failure);
  }

  /** What the work comes to; rejects as soon as the provider fails. */
  settle<R>(work: Promise<R>): Promise<R> {
    return Promise.race([work, this.#failed.promise]);
  }

  /** The same for work that makes something: it gets the responses to what was sent, and a moment to tell what it has made (F5, F8). */
  settleLate<R>(work: Promise<R>): Promise<R> {
    const late = this.#failed.promise.catch(async (failure) => {
      await this.#sentIsAnswered;
      await this.environment.sleep(LAST_WORDS_MS);
      throw failure;
    });
    return Promise.race([work, late]);
  }
}

export function realAlarm(ms: number, ring: () => void): () => void {
  const timer = setTimeout(ring, Math.min(ms, LONGEST_MS));
  timer.unref();
  return () => clearTimeout(timer);
}
