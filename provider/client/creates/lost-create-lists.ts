import type { ClientEnvironment } from '../environment';
import { settledOrAborted } from '../http/wait-or-abort';
import type { Listing } from '../lists/listing';
import type { SharedList } from '../lists/shared-list';

/** The next list, planned or about to begin, and the searches that wait for it. */
interface NextList<T> {
  readonly atMs: number;
  readonly listing: Promise<Listing<T>>;
  readonly controller: AbortController;
  waiting: number;
}

/** Lists of a collection for all searches for lost objects: waiting searches share the next list, so that many cost hardly more than one. */
export class LostCreateLists<T extends { readonly id: string }> {
  private next: NextList<T> | undefined;

  constructor(
    private readonly environment: Pick<ClientEnvironment, 'now' | 'sleep'>,
    private readonly list: SharedList<T>,
  ) {}

  /** A list that begins in `waitMs` at the latest (0: now), or after one in progress. Rejects like it, and with the signal's reason when aborted. */
  async listing(waitMs: number, signal: AbortSignal | undefined): Promise<Listing<T>> {
    signal?.throwIfAborted();
    const atMs = this.environment.now() + waitMs;
    const list = this.next !== undefined && this.next.atMs <= atMs ? this.next : this.plan(atMs, waitMs);
    list.waiting += 1;
    try {
      return await settledOrAborted(list.listing, signal, () => signal?.reason);
    } finally {
      list.waiting -= 1;
      if (list.waiting === 0) {
        this.begun(list);
        list.controller.abort();
      }
    }
  }

  private plan(atMs: number, waitMs: number): NextList<T> {
    const controller = new AbortController();
    const { signal } = controller;
    const read = async () => {
      if (waitMs > 0) await this.environment.sleep(waitMs, signal);
      this.begun(list);
      return this.list.readAfter(undefined, { signal });
    };
    const list: NextList<T> = { atMs, controller, waiting: 0, listing: Promise.resolve().then(read) };
    // Keeps a rejection from crashing the process when nobody waits any more.
    list.listing.catch(() => undefined);
    this.next = list;
    return list;
  }

  private begun(list: NextList<T>): void {
    if (this.next === list) this.next = undefined;
  }
}
