import type { DiagnosticError } from '../diagnostic';
import { LONGEST_MS } from '../duration';
import type { Environment } from '../provider';
import type { TimedOperation, TimeLimit } from '../timeouts';

/** How long an apply that was under way may take to say what it made, once the provider failed beneath it, in milliseconds. */
const LAST_WORDS_MS = 3_000;

/**
 * One call in progress, and what may end it early.
 *
 * The client may cancel the call, Terraform may ask the whole provider to stop, and the provider may fail: an uncaught exception
 * belongs to some call whose promise may then never settle, and it is unknown to which.
 */
export class OpenCall {
  readonly #controller = new AbortController();
  readonly #failed = Promise.withResolvers<never>();
  #stopAlarm: (() => void) | undefined;
  #limit: TimeLimit | undefined;
  #failure: DiagnosticError | undefined;
  /** Clock time at which the call began, in milliseconds. */
  readonly beganMs: number;

  constructor(private readonly environment: Pick<Environment, 'now' | 'sleep' | 'alarm'>) {
    this.beganMs = environment.now();
    this.#failed.promise.catch(() => {});
  }

  /** Aborted by whatever ends the call early. */
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

  /** Ends what the call has begun to wait for. */
  end(): void {
    this.#stopAlarm?.();
  }

  /** Why the provider failed, if it did. */
  get failure(): DiagnosticError | undefined {
    return this.#failure;
  }

  /** Cancels the call; its handler decides what becomes of it. */
  readonly cancel = (reason: unknown): void => this.#controller.abort(reason);

  /** Cancels the call and no longer relies on its handler. */
  fail(failure: DiagnosticError): void {
    this.#failure ??= failure;
    this.#failed.reject(failure);
    this.cancel(failure);
  }

  /** What the work comes to; rejects as soon as the provider fails. */
  settle<R>(work: Promise<R>): Promise<R> {
    return Promise.race([work, this.#failed.promise]);
  }

  /** The same for work that makes something: it is given a moment to tell what it has made (P34). */
  settleLate<R>(work: Promise<R>): Promise<R> {
    const late = this.#failed.promise.catch(async (failure) => {
      await this.environment.sleep(LAST_WORDS_MS);
      throw failure;
    });
    return Promise.race([work, late]);
  }
}

function realAlarm(ms: number, ring: () => void): () => void {
  const timer = setTimeout(ring, Math.min(ms, LONGEST_MS));
  timer.unref();
  return () => clearTimeout(timer);
}
