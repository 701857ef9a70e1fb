import type { DiagnosticError } from '../diagnostic';
import type { Environment } from '../provider';

/** How long an apply that was under way may take to say what it made, once the provider failed beneath it, in milliseconds. */
const LAST_WORDS_MS = 3_000;

/**
 * One call under way: what ends it early.
 *
 * Whoever made the call may cancel it, Terraform may ask everything to stop, and the provider may fail: an exception that nobody
 * caught belongs to a call whose promise will perhaps never settle, and nobody can tell to which.
 */
export class OpenCall {
  readonly #controller = new AbortController();
  readonly #failed = Promise.withResolvers<never>();
  #failure: DiagnosticError | undefined;
  /** Clock time at which the call began, in milliseconds. */
  readonly beganMs: number;

  constructor(private readonly environment: Pick<Environment, 'now' | 'sleep'>) {
    this.beganMs = environment.now();
    this.#failed.promise.catch(() => {});
  }

  /** Aborted by whatever ends the call early. */
  get signal(): AbortSignal {
    return this.#controller.signal;
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
