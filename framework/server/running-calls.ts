import { DiagnosticError } from '../diagnostic';
import { stackOf } from '../failure';
import type { Environment } from '../provider';
import { CallInProgress, settled } from './call-in-progress';
import type { Configuration } from './configuration';
import { inCall } from './forgotten';
import { OpenEphemeralResources } from './open-ephemeral-resources';

/** Time limit for outstanding responses once the host is gone, in milliseconds (F8). */
const RESPONSES_MS = 5_000;

/** Time limit after that for closing ephemeral resources and undoing unsaved work, in milliseconds (F4, F8). */
const CLEANING_UP_MS = 5_000;

/** Time that a host gets to save the last results, in milliseconds. */
const SAVING_MS = 1_000;

/** Time limit of {@link RunningCalls.close} without the end of the connection, in milliseconds. */
export const LONGEST_CLOSE_MS = RESPONSES_MS + CLEANING_UP_MS;

/** The error of a call that ends early, to which `reportError` adds what is left. */
const interrupted = (detail: string) => new DiagnosticError('Interrupted', detail);

const interruption = () =>
  interrupted('Terraform was asked to stop, by Ctrl-C or by the program that runs it, before this was done.');

/** The error of a call whose handler ignores that it was interrupted, when the host ends. */
const unfinished = () => interrupted('Terraform was told twice to stop, and this had not ended some seconds later.');

/** The calls in progress of one connection, any number at the same time, and the ways in which they end. */
export class RunningCalls {
  readonly openEphemeralResources = new OpenEphemeralResources();
  readonly #calls = new Set<CallInProgress>();
  /** Calls that end something. An interruption does not affect them. */
  readonly #cleaning = new Set<CallInProgress>();
  readonly #ending = new Set<Promise<void>>();
  #interruption: DiagnosticError | undefined;

  constructor(
    private readonly environment: Environment,
    private readonly configuration: Pick<Configuration<unknown>, 'answered' | 'end'>,
  ) {}

  /** True while a call runs or is undone, or an ephemeral resource is open, or about to be, that only this provider can close. */
  get isBusy(): boolean {
    return this.#calls.size + this.#cleaning.size + this.#ending.size > 0 || this.openEphemeralResources.any;
  }

  /** Begins a call, which `cancelled` abandons. Call `end` once, after the handler: it undoes the work if need be, logs a failure, never rejects. */
  begin(cancelled?: AbortSignal): { readonly call: CallInProgress; readonly end: () => Promise<void> } {
    const call = new CallInProgress(this.environment);
    const abandon = () => call.abandon(cancelled?.reason);
    if (cancelled?.aborted) abandon();
    cancelled?.addEventListener('abort', abandon, { once: true });
    this.#calls.add(call);
    if (this.#interruption) call.interrupt(this.#interruption);
    const end = () => {
      this.#calls.delete(call);
      cancelled?.removeEventListener('abort', abandon);
      const ending = call.end().catch((error: unknown) => {
        const detail = error instanceof DiagnosticError ? error.detail : stackOf(error);
        this.environment.log('error', 'what nobody has saved could not be undone', { detail });
      });
      this.#ending.add(ending);
      return ending.finally(() => this.#ending.delete(ending));
    };
    return { call, end };
  }

  /** Runs an operation as a call, which `cancelled` abandons. Settles like the operation, once its work is undone if need be. */
  async during<R>(cancelled: AbortSignal | undefined, work: (call: CallInProgress) => Promise<R>): Promise<R> {
    const { call, end } = this.begin(cancelled);
    try {
      return await inCall(call, () => work(call));
    } finally {
      await end();
    }
  }

  /** Runs an operation that ends something. Neither an interruption nor a lost host stops it, but {@link fail} does. */
  async cleaningUp<R>(work: (call: CallInProgress) => Promise<R>): Promise<R> {
    const call = new CallInProgress(this.environment);
    this.#cleaning.add(call);
    try {
      return await inCall(call, () => work(call));
    } finally {
      this.#cleaning.delete(call);
      await call.end();
    }
  }

  /** Like {@link during} for an operation that yields its response in pieces. Begins with the first piece that is asked for. */
  async *streaming<R>(cancelled: AbortSignal, work: (call: CallInProgress) => AsyncIterable<R>): AsyncGenerator<R> {
    const { call, end } = this.begin(cancelled);
    let pieces: AsyncIterator<R> | undefined;
    try {
      pieces = work(call)[Symbol.asyncIterator]();
      for (;;) {
        const { done, value } = await pieces.next();
        if (done) return;
        yield value;
      }
    } finally {
      await end();
      // Not awaited: after a failure of the provider the handler may never end.
      pieces?.return?.().catch(() => {});
    }
  }

  /** Interrupts all current and later calls of this connection except closing; once. Settles when the current calls have ended. */
  async stop(): Promise<void> {
    this.#interruption ??= interruption();
    for (const call of this.#calls) call.interrupt(this.#interruption);
    await Promise.all([...this.#calls].map(({ ended }) => ended));
  }

  /** Ends the current calls, closing included, with an error, even if their handlers never end. Later calls run as usual. */
  fail(failure: DiagnosticError): void {
    const answered = this.configuration.answered();
    for (const call of [...this.#calls, ...this.#cleaning]) call.fail(failure, answered);
  }

  /**
   * Ends the connection, because the host ends or is gone: waits for outstanding responses, then ends calls for which nobody waits or that have
   * saved a state, which is then the result. The others get another second to undo or name what they made; then those that began with a state end
   * with it. Undoes work whose result nobody can save and closes ephemeral resources, all within {@link LONGEST_CLOSE_MS}; what runs even then is
   * forgotten. Then closes the provider's connection, within its own limit; rejects with what that throws. Later calls are
   * interrupted. A second call closes ephemeral resources that the first one could not.
   */
  async close(): Promise<void> {
    const open = this.openEphemeralResources;
    const running = [...this.#calls];
    void this.stop();
    const closing = open.closeAll();
    await settled(this.environment, RESPONSES_MS, [open.openings(), ...running.map(({ ended }) => ended)]);
    await settled(this.environment, CLEANING_UP_MS, [closing, open.closeAll(), ...this.#ending, this.#saving(running)]);
    this.#calls.clear();
    await this.configuration.end();
  }

  /**
   * Ends, with an error, the calls for which nobody waits, or that have saved a state. Settles when the host has had time to save: after a second
   * interrupt Terraform takes what arrives before its providers have ended. Meanwhile the others may undo or name what they made; then those of them
   * that have saved a state, or began with one, end likewise: the object stays as that state says.
   */
  async #saving(
    running: readonly CallInProgress[],
    states: readonly CallInProgress['state'][] = ['saved'],
  ): Promise<void> {
    const left = running.filter((call) => this.#calls.has(call) && (call.isAbandoned || states.includes(call.state)));
    for (const call of left) call.fail(unfinished(), Promise.resolve());
    await Promise.all(left.map(({ ended }) => ended));
    await Promise.all(this.#ending);
    if (running.some(({ isAbandoned }) => !isAbandoned)) await this.environment.sleep(SAVING_MS);
    if (running.some((call) => this.#calls.has(call) && (call.isAbandoned || call.state !== 'none')))
      await this.#saving(running, ['saved', 'prior']);
  }
}
