import type { ClientEnvironment } from '../environment';
import { settledOrAborted } from '../http/wait-or-abort';
import type { Listing } from '../lists/listing';
import type { SharedList } from '../lists/shared-list';

interface Round<T> {
  readonly atMs: number;
  readonly listing: Promise<Listing<T>>;
  readonly controller: AbortController;
  waiting: number;
}

/** Lists of a collection for all searches for lost objects: waiting searches share the next list, so that many cost hardly more than one. */
export class LostCreateLists<T extends { readonly id: string }> {
  private next: Round<T> | undefined;

  constructor(
    private readonly environment: Pick<ClientEnvironment, 'now' | 'sleep'>,
    private readonly list: SharedList<T>,
  ) {}

  /** A list that begins in `waitMs` at the latest (0: now), or after one in progress. Rejects like it, and with the signal's reason when aborted. */
  async listing(waitMs: number, signal: AbortSignal | undefined): Promise<Listing<T>> {
    signal?.throwIfAborted();
    const atMs = this.environment.now() + waitMs;
    const round = this.next !== undefined && this.next.atMs <= atMs ? this.next : this.plan(atMs, waitMs);
    round.waiting += 1;
    try {
      return await settledOrAborted(round.listing, signal, () => signal?.reason);
    } finally {
      round.waiting -= 1;
      if (round.waiting === 0) {
        this.begun(round);
        round.controller.abort();
      }
    }
  }

  private plan(atMs: number, waitMs: number): Round<T> {
    const controller = new AbortController();
    const { signal } = controller;
    const read = async () => {
      if (waitMs > 0) await this.environment.sleep(waitMs, signal);
      this.begun(round);
      return this.list.readAfter(undefined, { signal });
    };
    const round: Round<T> = { atMs, controller, waiting: 0, listing: Promise.resolve().then(read) };
    // Keeps a rejection from crashing the process when nobody waits any more.
    round.listing.catch(() => undefined);
    this.next = round;
    return round;
  }

  private begun(round: Round<T>): void {
    if (this.next === round) this.next = undefined;
  }
}
