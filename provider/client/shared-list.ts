import type { ClientEnvironment } from './environment';

/** Longest time that one list answers reads, in milliseconds (SEMANTICS P6). */
const MAX_AGE_MS = 30_000;

/** A list as it was read, with its place in the order of events. */
export interface Listing<T> {
  readonly records: readonly T[];
  readonly byId: ReadonlyMap<string, T>;
  readonly beganAt: number;
  readonly endedAt: number;
  /** Clock time of its beginning, in milliseconds. */
  readonly beganMs: number;
}

/** When a list began. One that still waits for its turn begins at infinity: after everything that is past. */
interface Beginning {
  beganAt: number;
  beganMs: number;
}

/** A list waiting for its turn, on its way, or done. */
interface Run<T> {
  readonly beginning: Readonly<Beginning>;
  readonly result: Promise<Listing<T>>;
  readonly controller: AbortController;
  waiting: number;
  done: boolean;
}

/**
 * One list of a collection that all its readers share.
 *
 * The interface has no read by id, so n reads would be n lists. Here they join one: any list that began after the last
 * write of ours ended answers, for 30 seconds (P6). Order is kept by counting beginnings and ends, not by the clock.
 * A reader whom the list on its way cannot answer waits for the next one, together with all others like it, so that there
 * is one request at a time. What is missing from one list is looked for in a second one, begun after the first ended (P7); the last two lists are
 * kept, so that this too is done once for all who ask.
 */
export class SharedList<T extends { readonly id: string }> {
  private events = 0;
  private lastWriteEnd = 0;
  private newest: Run<T> | undefined;
  private latest: Listing<T> | undefined;
  private previous: Listing<T> | undefined;

  constructor(
    private readonly environment: Pick<ClientEnvironment, 'now'>,
    private readonly fetchAll: (signal: AbortSignal) => Promise<readonly T[]>,
    /** Makes the error of a reader that was cancelled. */
    private readonly cancelled: () => Error,
  ) {}

  /** Runs a write to the collection. No list begun before its end answers a read after it. */
  async write<R>(work: () => Promise<R>): Promise<R> {
    try {
      return await work();
    } finally {
      this.events += 1;
      this.lastWriteEnd = this.events;
    }
  }

  /** A list that shows all writes of ours that have ended. */
  read(signal?: AbortSignal): Promise<Listing<T>> {
    return this.join((list) => list.beganAt > this.lastWriteEnd && this.isYounger(list, MAX_AGE_MS), signal);
  }

  /** A list that begins after now, or after the moment given. */
  readAfter(moment = this.events, signal?: AbortSignal): Promise<Listing<T>> {
    return this.join((list) => list.beganAt > Math.max(moment, this.lastWriteEnd), signal);
  }

  /** A list that began at most so long ago, whatever we wrote since. */
  readRecent(maxAgeMs: number, signal?: AbortSignal): Promise<Listing<T>> {
    return this.join((list) => this.isYounger(list, maxAgeMs), signal);
  }

  /** The last list that was read, however old; undefined before the first. */
  peek(): Listing<T> | undefined {
    return this.latest;
  }

  /** The record, or undefined when two lists, one begun after the other ended, do not have it (P7). */
  async find(id: string, signal?: AbortSignal): Promise<T | undefined> {
    const first = await this.read(signal);
    const found = first.byId.get(id);
    if (found !== undefined || this.isConfirmedBy(this.previous, first, (list) => list.byId.has(id))) return found;
    const second = await this.readAfter(first.endedAt, signal);
    return second.byId.get(id);
  }

  /** The records that match; none only when two lists, one begun after the other ended, have none (P7). */
  async search(matches: (record: T) => boolean, signal?: AbortSignal): Promise<readonly T[]> {
    const first = await this.read(signal);
    const found = first.records.filter(matches);
    if (found.length > 0 || this.isConfirmedBy(this.previous, first, (list) => list.records.some(matches))) {
      return found;
    }
    const second = await this.readAfter(first.endedAt, signal);
    return second.records.filter(matches);
  }

  private isConfirmedBy(
    earlier: Listing<T> | undefined,
    later: Listing<T>,
    has: (list: Listing<T>) => boolean,
  ): boolean {
    return (
      earlier !== undefined &&
      earlier.beganAt > this.lastWriteEnd &&
      this.isYounger(earlier, MAX_AGE_MS) &&
      later.beganAt > earlier.endedAt &&
      !has(earlier)
    );
  }

  private isYounger({ beganMs }: Readonly<Beginning>, maxAgeMs: number): boolean {
    return this.environment.now() - beganMs <= maxAgeMs;
  }

  private async join(answers: (list: Readonly<Beginning>) => boolean, signal?: AbortSignal): Promise<Listing<T>> {
    if (signal?.aborted) throw this.cancelled();
    const run = this.newest !== undefined && answers(this.newest.beginning) ? this.newest : this.begin();
    run.waiting += 1;
    try {
      return await settledOrAborted(run.result, signal, this.cancelled);
    } finally {
      run.waiting -= 1;
      // A list is cancelled only when the last of those who wait for it has gone.
      if (run.waiting === 0 && !run.done) {
        this.forget(run);
        run.controller.abort();
      }
    }
  }

  /** The next list: at once, or as soon as the one on its way has ended. */
  private begin(): Run<T> {
    const controller = new AbortController();
    const current = this.newest?.done === false ? this.newest.result.catch(() => undefined) : undefined;
    const beginning = { beganAt: Number.POSITIVE_INFINITY, beganMs: Number.POSITIVE_INFINITY };
    const result = this.fetchInTurn(current, beginning, controller.signal);
    const run: Run<T> = { beginning, result, controller, waiting: 0, done: false };
    this.newest = run;
    result.then(
      (listing) => {
        run.done = true;
        this.previous = this.latest;
        this.latest = listing;
      },
      () => {
        run.done = true;
        this.forget(run);
      },
    );
    return run;
  }

  private async fetchInTurn(
    current: Promise<unknown> | undefined,
    beginning: Beginning,
    signal: AbortSignal,
  ): Promise<Listing<T>> {
    if (current !== undefined) await current;
    this.events += 1;
    beginning.beganAt = this.events;
    beginning.beganMs = this.environment.now();
    const records = await this.fetchAll(signal);
    this.events += 1;
    return { ...beginning, records, byId: new Map(records.map((one) => [one.id, one])), endedAt: this.events };
  }

  private forget(run: Run<T>): void {
    if (this.newest === run) this.newest = undefined;
  }
}

/** The promise's own outcome, or the error of a reader that was cancelled, whichever comes first. */
function settledOrAborted<R>(promise: Promise<R>, signal: AbortSignal | undefined, cancelled: () => Error): Promise<R> {
  if (signal === undefined) return promise;
  return new Promise<R>((resolve, reject) => {
    const cancel = () => reject(cancelled());
    signal.addEventListener('abort', cancel, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', cancel));
  });
}
