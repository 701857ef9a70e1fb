import { ageOf, type ClientEnvironment } from '../environment';
import { isTimeOver } from '../http/after-abort';
import type { Limits } from '../settings';
import { ListFailedBeforeError } from './list-errors';

/** Time for which a failure applies to the other reads of a refresh, in milliseconds (P39). */
const KEPT_FOR_MS = 30_000;

/** Largest difference between the remaining times of two reads with the same limit, in milliseconds. */
const SLACK_MS = 100;

interface Failure {
  readonly error: unknown;
  readonly atMs: number;
}

/**
 * Failures of one collection's list, which all objects of a refresh need: the first read reports the error, the others reject with a
 * ListFailedBeforeError (P39). A list that does not arrive within the time of one read also counts as failed for reads with no
 * more time. Every failure counts for 30 seconds, or until a list succeeds.
 */
export class ListFailures {
  #failed: Failure | undefined;
  #overdue: (Failure & { readonly withinMs: number }) | undefined;
  readonly #told = new WeakSet<object>();

  constructor(private readonly environment: Pick<ClientEnvironment, 'now'>) {}

  /** Notes the failure of a list; not for one that was aborted because its readers have left. */
  failed(error: unknown): void {
    this.#failed = { error, atMs: this.environment.now() };
  }

  /** True if the last list has failed less than 30 seconds ago. */
  get hasFailed(): boolean {
    return this.#recent(this.#failed) !== undefined;
  }

  /** Notes a list that was read: no earlier failure counts any more. */
  succeeded(): void {
    this.#failed = undefined;
    this.#overdue = undefined;
  }

  /** Settles like `list`, for one read of a refresh; or rejects with an earlier error that holds for it, too, perhaps only when its time is over. */
  async await<R>(list: () => Promise<R>, { deadlineMs = Number.POSITIVE_INFINITY, signal }: Limits): Promise<R> {
    const withinMs = deadlineMs - this.environment.now();
    const failed = this.#recent(this.#failed);
    if (failed) throw failed.error;
    const overdue = this.#recent(this.#overdue);
    if (overdue && withinMs <= overdue.withinMs + SLACK_MS) throw overdue.error;
    try {
      return await list();
    } catch (error) {
      if (!isTimeOver(signal)) throw error;
      const before = this.#recent(this.#overdue);
      if (before && withinMs <= before.withinMs + SLACK_MS) throw before.error;
      this.#overdue = { error: before?.error ?? error, atMs: this.environment.now(), withinMs };
      throw this.#overdue.error;
    }
  }

  /** The error to reject a read of a refresh with: `error` itself if it is told for the first time, later a ListFailedBeforeError. */
  tell(error: unknown): unknown {
    if (typeof error !== 'object' || error === null) return error;
    if (this.#told.has(error)) return new ListFailedBeforeError(error);
    this.#told.add(error);
    return error;
  }

  #recent<F extends Failure>(failure: F | undefined): F | undefined {
    return failure && ageOf(failure.atMs, this.environment) < KEPT_FOR_MS ? failure : undefined;
  }
}
