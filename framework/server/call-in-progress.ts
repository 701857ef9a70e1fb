import { DiagnosticError } from '../diagnostic';
import type { Environment } from '../provider';
import { describeTimeOver, type TimedOperation, type TimeLimit } from '../schema/timeouts';
import { LONGEST_MS } from '../values/duration';
import { begin, end } from './forgotten';

/** Time after its limit at which a call is ended whose handler goes on, in milliseconds. */
const OVERRUN_MS = 5 * 60_000;

/** Time that a running apply gets to report its result after a failure of the provider, in milliseconds. */
const LAST_WORDS_MS = 3_000;

/**
 * A call in progress, and the events that end it early. Its maker must call {@link end} once, after the handler has ended.
 *
 * *Interrupted*: Terraform asked the whole provider to stop. The handler sends nothing new but waits for outstanding responses, and
 * Terraform saves the result (F8). *Abandoned*: nobody waits for the result any more, because the host is gone or has cancelled this
 * call. Then the handler's work is undone if nobody could find its result. *Failed*: an uncaught exception was thrown in an unknown
 * call, or the host has ended for some time: the handler may never end. All three abort the same signal, because handlers react alike.
 */
export class CallInProgress {
  readonly #controller = new AbortController();
  readonly #failed = Promise.withResolvers<never>();
  readonly #ended = Promise.withResolvers<void>();
  readonly #sentIsAnswered = Promise.withResolvers<void>();
  #stopAlarm: (() => void) | undefined;
  #limit: TimeLimit | undefined;
  /** Aborts the signal of the limit, with the call or alone. `AbortSignal.any` would cost more than the rest of a short call. */
  #over: AbortController | undefined;
  #undo: (() => Promise<void>) | undefined;
  /** Aborted by every event that ends the call early. The handler must send nothing new then. */
  readonly signal: AbortSignal = this.#controller.signal;
  /** Settles as soon as {@link end} is called. Never rejects. */
  readonly ended: Promise<void> = this.#ended.promise;
  /** The first reason of an interruption; undefined without one. */
  interruption: DiagnosticError | undefined;
  /** The first failure of the provider during the call; undefined without one. */
  failure: DiagnosticError | undefined;
  /** True when nobody waits for the result any more. */
  isAbandoned = false;
  /** Clock time at which the call began, in milliseconds since 1970. */
  readonly beganMs: number;
  /** The state in the response if the call failed now: the one before the call, the last that the handler has saved, or none. */
  state: 'none' | 'prior' | 'saved' = 'none';
  /** Whether a handler has begun, which may have sent something. */
  hasBegun = false;
  /** The reasons of rejections in it that nothing has awaited so far. */
  readonly forgotten = new Map<Promise<unknown>, unknown>();
  /** The first exception of a callback of its handler; undefined without one. */
  uncaught: DiagnosticError | undefined;

  constructor(private readonly environment: Pick<Environment, 'now' | 'sleep' | 'alarm' | 'log'>) {
    this.beganMs = environment.now();
    this.#failed.promise.catch(() => {});
  }

  /**
   * Gives the call, which has just begun, a time limit of `ms`, which aborts only its own signal. Five minutes later, which cleaning up may take, it ends the call as failed. {@link end}
   * cancels it. Call it once at most.
   */
  limit(
    operation: TimedOperation,
    { ms, configuredMs }: { readonly ms: number; readonly configuredMs: number | undefined },
  ): TimeLimit {
    const over = new AbortController();
    this.#over = over;
    if (this.signal.aborted) over.abort(this.signal.reason);
    const { alarm = realAlarm, log } = this.environment;
    const overrun = () => this.fail(overran(describeTimeOver(operation, ms)), Promise.resolve());
    const ring = () => {
      // In real time: the clock of a test runs ahead of what the handler does meanwhile.
      this.#stopAlarm = realAlarm(OVERRUN_MS, overrun);
      log('warn', 'time limit reached', { operation, ms: String(ms) });
      over.abort(new DOMException(describeTimeOver(operation, ms), 'TimeoutError'));
    };
    this.#stopAlarm = alarm(ms, ring);
    this.#limit = { operation, ms, configuredMs, deadlineMs: this.beganMs + ms, signal: over.signal };
    return this.#limit;
  }

  /** The time limit if it was over before anything else aborted the call; else undefined. */
  get exceeded(): TimeLimit | undefined {
    const { reason } = this.#limit?.signal ?? {};
    return reason !== undefined && reason !== this.signal.reason ? this.#limit : undefined;
  }

  /** Registers what {@link end} calls if the call is abandoned by then; undefined for nothing. Replaces an earlier registration. */
  readonly ifUnsaved = (undo: (() => Promise<void>) | undefined): void => {
    this.#undo = undo;
  };

  /** Ends the call: cancels its timer, and undoes the handler's work if the call was abandoned. Rejects if that fails. */
  async end(): Promise<void> {
    this.#stopAlarm?.();
    end(this);
    this.#ended.resolve();
    if (this.isAbandoned) await this.#undo?.();
  }

  /** To be called before a handler begins. Throws the reason if the call was interrupted. */
  beginHandler(): void {
    if (this.interruption) throw this.interruption;
    this.hasBegun = true;
    begin(this);
  }

  /** Tells the handler to send nothing new, and to wait for outstanding responses. The first interruption counts. */
  interrupt(interruption: DiagnosticError): void {
    this.interruption ??= interruption;
    this.#abort(interruption);
  }

  /** Aborts the call because nobody takes its result: {@link end} will undo its work. Does not stop waiting for the handler. */
  abandon(reason: unknown): void {
    this.isAbandoned = true;
    this.#abort(reason);
  }

  /** Aborts the call and stops waiting for its handler, and for what it has sent once `sentIsAnswered` of this or another failure resolves. */
  fail(failure: DiagnosticError, sentIsAnswered: Promise<void>): void {
    this.failure ??= failure;
    void sentIsAnswered.then(this.#sentIsAnswered.resolve);
    this.#failed.reject(failure);
    this.#abort(failure);
  }

  #abort(reason: unknown): void {
    this.#controller.abort(reason);
    // The reason of the call, which `abort` replaces if it is undefined.
    this.#over?.abort(this.signal.reason);
  }

  /** The result of the work. Rejects as soon as the provider fails, while the work goes on. */
  settle<R>(work: Promise<R>): Promise<R> {
    return Promise.race([work, this.#failed.promise]);
  }

  /** Like {@link settle} for work that changes objects: after a failure it gets outstanding responses, and then three seconds to save (F5, F8). */
  settleLate<R>(work: Promise<R>): Promise<R> {
    const late = this.#failed.promise.catch(async (failure) => {
      await this.#sentIsAnswered.promise;
      await this.environment.sleep(LAST_WORDS_MS);
      throw failure;
    });
    return Promise.race([work, late]);
  }
}

/** The error of a call that is ended because its handler goes on after its time limit. */
const overran = (limit: string) =>
  new DiagnosticError(
    'Time limit ignored',
    `${limit} The handler went on for five minutes after that, so it was given up. This is a bug in the provider: please report it.`,
  );

/** Waits until all work has settled, at most `ms` milliseconds; returns whether it has. Never rejects. */
export async function settled(
  { alarm = realAlarm }: Environment,
  ms: number,
  work: readonly unknown[],
): Promise<boolean> {
  const { promise: over, resolve: ring } = Promise.withResolvers<void>();
  const stop = alarm(ms, ring);
  const ended = await Promise.race([Promise.allSettled(work), over]);
  stop();
  return ended !== undefined;
}

/** Calls `ring` after `ms` milliseconds, also months; does not keep the process alive. Returns how to cancel it. */
export function realAlarm(ms: number, ring: () => void): () => void {
  let timer: NodeJS.Timeout;
  const wait = (leftMs: number) => {
    const next = leftMs > LONGEST_MS ? () => wait(leftMs - LONGEST_MS) : ring;
    timer = setTimeout(next, Math.min(leftMs, LONGEST_MS)).unref();
  };
  wait(ms);
  return () => clearTimeout(timer);
}
