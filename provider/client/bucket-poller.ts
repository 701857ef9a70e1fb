import { type BucketRecord, routes } from '../../contract';
import type { ClientEnvironment } from './environment';
import { isPermanent } from './errors/advice';
import { ApiError, CancelledError, NetworkError, wordsOf } from './errors/errors';
import { IncompleteListError } from './lists/list-errors';
import { nextWaitMs } from './lists/settle';
import type { SharedList } from './lists/shared-list';
import type { Call } from './settings';

interface Waiter {
  readonly id: string;
  readonly predicate: (record: BucketRecord) => boolean;
  readonly deadline: number;
  readonly call: Call;
  readonly settle: (record: BucketRecord | undefined) => void;
}

/** Polls one list at a time for all buckets that are awaited, every 0.25 to 5 seconds; the waits start over whenever a waiter joins. */
export class BucketPoller {
  private readonly waiters = new Set<Waiter>();
  private wake: AbortController | undefined;
  private waitMs = 0;

  constructor(
    private readonly environment: ClientEnvironment,
    private readonly list: SharedList<BucketRecord>,
  ) {}

  /** The first record that satisfies `predicate`, from one list at least; undefined, perhaps with a warning, like `Buckets.waitUntil`. */
  waitUntil(
    id: string,
    predicate: (record: BucketRecord) => boolean,
    timeoutMs: number,
    call: Call = {},
  ): Promise<BucketRecord | undefined> {
    const { signal } = call;
    return new Promise((resolve, reject) => {
      const cancel = () => {
        this.waiters.delete(waiter);
        reject(new CancelledError(routes.listBuckets, false, `while bucket ${JSON.stringify(id)} was awaited`));
        this.wake?.abort();
      };
      const waiter: Waiter = {
        id,
        predicate,
        deadline: this.environment.now() + timeoutMs,
        call,
        settle: (record) => {
          this.waiters.delete(waiter);
          signal?.removeEventListener('abort', cancel);
          resolve(record);
        },
      };
      this.waiters.add(waiter);
      if (signal?.aborted) return cancel();
      signal?.addEventListener('abort', cancel, { once: true });
      this.waitMs = nextWaitMs(0);
      if (this.wake === undefined) void this.run();
      else this.wake.abort();
    });
  }

  private async run(): Promise<void> {
    while (this.waiters.size > 0) {
      this.wake = new AbortController();
      const { signal } = this.wake;
      await this.look();
      if (this.waiters.size === 0) break;
      const nextDeadline = Math.min(...[...this.waiters].map(({ deadline }) => deadline));
      const waitMs = Math.max(0, Math.min(this.waitMs, nextDeadline - this.environment.now()));
      this.waitMs = nextWaitMs(this.waitMs);
      // Rejects when a waiter joins or leaves. In both cases it is time to read the list again.
      await this.environment.sleep(waitMs, signal).catch(() => undefined);
    }
    this.wake = undefined;
  }

  /** Reads one list and settles every waiter whose bucket satisfies its predicate or whose time is over. */
  private async look(): Promise<void> {
    const asking = [...this.waiters];
    // A cancelled waiter must not cancel the list for the others, so no signal is passed.
    const deadlineMs = Math.max(...asking.map(({ deadline }) => deadline));
    const outcome = await this.list.readAfter(undefined, { deadlineMs }).catch((error: unknown) => ({ error }));
    for (const waiter of asking) {
      if (!this.waiters.has(waiter)) continue;
      if ('error' in outcome) {
        const isOver = isHopeless(outcome.error) || this.environment.now() >= waiter.deadline;
        if (isOver) this.giveUp(waiter, wordsOf(outcome.error));
        continue;
      }
      this.list.tell(outcome, waiter.call);
      const unreadable = outcome.odd.find(({ id }) => id === waiter.id);
      if (unreadable !== undefined) {
        this.giveUp(waiter, `it lists ${unreadable}, in a form that the interface does not show.`);
        continue;
      }
      const record = outcome.byId.get(waiter.id);
      if (record !== undefined && waiter.predicate(record)) waiter.settle(record);
      else if (this.environment.now() >= waiter.deadline) waiter.settle(undefined);
    }
  }

  // The bucket exists whether or not its list can be read, so this is a warning: an error would taint it.
  private giveUp(waiter: Waiter, reason: string): void {
    waiter.call.warn?.(
      'The bucket could not be watched',
      `Bucket ${JSON.stringify(waiter.id)} exists, but the list that would show its alias and endpoint cannot be read: ${reason}`,
    );
    waiter.settle(undefined);
  }
}

function isHopeless(error: unknown): boolean {
  if (error instanceof NetworkError) return isPermanent(error.code);
  if (error instanceof IncompleteListError) return true;
  return error instanceof ApiError && error.status < 500 && error.status !== 408 && error.status !== 429;
}
