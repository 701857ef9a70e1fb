import { ageOf, type ClientEnvironment } from '../environment';
import { settledOrAborted } from '../http/wait-or-abort';
import { type Call, type Limits, limitsOf } from '../settings';
import { Confirmation } from './confirmation';
import { ListFailures } from './list-failures';
import { type Listed, type Listing, MAX_AGE_MS, SETTLE_MS, type Sightings } from './listing';
import { certainlyIn, recordsIn, shows } from './look-up';

/** The moment at which a list began: infinity, later than every past event, while it waits for its turn. */
interface Beginning {
  beganAt: number;
  beganMs: number;
}

/** A list that waits for its turn, is being read, or is done. */
interface Run<T> {
  readonly beginning: Readonly<Beginning>;
  readonly result: Promise<Listing<T>>;
  readonly controller: AbortController;
  waiting: number;
  done: boolean;
}

/**
 * One list of a collection that all its readers share. The interface has no read by id, so readers share one list: any that began after our last
 * write ended serves reads for 30 seconds (P6). Order is a count of beginnings and ends, not the clock. Readers that the list in progress cannot
 * serve wait together for the next one: there is one request at a time. An object from state that a list does not show is looked for in further ones
 * (`confirmation.ts`), unless this client has deleted it.
 */
export class SharedList<T extends { readonly id: string }> {
  private events = 0;
  private lastWriteEnd = 0;
  /** End of the last write other than a deletion: only such a write may have created an object. */
  private lastGainEnd = 0;
  /** The list that readers may join: the last one, unless it failed or all its readers have left. */
  private joinable: Run<T> | undefined;
  /** The list that began or waits last, whatever has become of it. */
  private lastBegun: Run<T> | undefined;
  private lastRead: Listing<T> | undefined;
  readonly failures: ListFailures;
  private readonly noticesTold = new Set<string>();
  private readonly seen = new Map<string, Sightings>();
  private readonly deleted = new Set<string>();
  private readonly confirmation: Confirmation<T>;
  /** The confirmation for objects that may be too new for lists. */
  private readonly spread: Confirmation<T>;

  constructor(
    private readonly environment: Pick<ClientEnvironment, 'now' | 'sleep'>,
    /** Reads the list. Calls `begun` right before the first byte of its first request, and again whenever it starts over. */
    private readonly fetchAll: (begun: () => void, signal: AbortSignal, deadlineMs?: number) => Promise<Listed<T>>,
    private readonly cancelled: () => Error,
    /** Time within which further lists confirm that an object is gone, in milliseconds. 0: none is needed. */
    readonly confirmationMs: number,
    /** Settles like the work, or rejects as soon as the service asks to wait beyond the deadline. */
    private readonly withinDeadline: <R>(deadlineMs: number, work: Promise<R>) => Promise<R> = (_, work) => work,
  ) {
    const readAfter = (moment: number, signal: AbortSignal) => this.readAfter(moment, { signal });
    this.failures = new ListFailures(environment);
    this.confirmation = new Confirmation(environment, confirmationMs, readAfter, cancelled);
    this.spread = new Confirmation(environment, Math.max(confirmationMs, SETTLE_MS), readAfter, cancelled);
  }

  /** Runs a write to the collection, and settles like it. A list that began before its end, also by a failure, serves no `read` after it. */
  async write<R>(work: () => Promise<R>): Promise<R> {
    try {
      return await work();
    } finally {
      this.noteWrite();
    }
  }

  /** Notes the end of a write, like {@link write}. */
  noteWrite(): void {
    this.events += 1;
    this.lastWriteEnd = this.events;
    this.lastGainEnd = this.events;
  }

  /** Runs a deletion: a write, after which the object's absence needs no confirmation when `work` succeeds. */
  async delete(id: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.deleted.add(id);
    } finally {
      // As `noteWrite` does, but for `lastGainEnd`: a list from before a deletion still proves that an object is gone.
      this.events += 1;
      this.lastWriteEnd = this.events;
    }
  }

  /** A list that begins at most 30 seconds before the call and after all completed writes. Rejects like it, with `cancelled()`, or like `withinDeadline`. */
  read(limits: Limits = {}): Promise<Listing<T>> {
    return this.join((list) => list.beganAt > this.lastWriteEnd && this.isYounger(list, MAX_AGE_MS), limits);
  }

  /** A list that begins after now, or after the given moment in the order of events (`Listing.endedAt`). Rejects like `read`. */
  readAfter(moment = this.events, limits: Limits = {}): Promise<Listing<T>> {
    return this.join((list) => list.beganAt > Math.max(moment, this.lastWriteEnd), limits);
  }

  /** A list that begins at most `maxAgeMs` before the call, whatever we have written since. Rejects like `read`. */
  readRecent(maxAgeMs: number, limits: Limits = {}): Promise<Listing<T>> {
    return this.join((list) => this.isYounger(list, maxAgeMs), limits);
  }

  /** The last list that was read, however old and whatever has failed or was written since; undefined before the first. */
  peek(): Listing<T> | undefined {
    return this.lastRead;
  }

  /**
   * The record; undefined when lists agree that it is gone (P7): the first alone if this client has deleted it, or `confirmationMs` is 0. Rejects
   * like `read`, with UnreadableRecordError in doubt, and with ListFailedBeforeError for a failure already told to another refresh (P39).
   */
  async find(id: string, call: Call = {}): Promise<T | undefined> {
    return this.findConfirmed(id, call).catch((error: unknown) => {
      throw call.refreshing ? this.failures.tell(error) : error;
    });
  }

  /** The matching records, from one list: no match is normal. Rejects with UnreadableRecordError if an unreadable one may match, and like `read`. */
  async search(matches: (record: T) => boolean, call: Call = {}): Promise<readonly T[]> {
    return recordsIn(await this.readTold(call), matches);
  }

  async list(call: Call = {}): Promise<readonly T[]> {
    return (await this.readTold(call)).records;
  }

  /** True if the lists agree that an object is gone: also those from before our own deletions, which create nothing. Rejects like `find`. */
  async isGone(id: string, limits: Limits = {}): Promise<boolean> {
    const isValid = (list: Readonly<Beginning>) => list.beganAt > this.lastGainEnd;
    const recent = await this.join((list) => isValid(list) && this.isYounger(list, MAX_AGE_MS), limits);
    const first = shows(recent, id) ? await this.readAfter(undefined, limits) : recent;
    if (shows(first, id)) return false;
    return (
      this.confirmationMs === 0 || (await this.confirm(this.confirmation, id, first, isValid, limits)) === undefined
    );
  }

  /** True if the last list shows an object as deleted (P53). */
  isTombstone(id: string): boolean {
    return this.lastRead?.tombstones.has(id) === true;
  }

  /** The times at which lists of this client have shown an object; undefined if none has. */
  sightings(id: string): Sightings | undefined {
    return this.seen.get(id);
  }

  /** True if this client has deleted an object. A service may give its id to a new one. */
  hasDeleted(id: string): boolean {
    return this.deleted.has(id);
  }

  /** Passes each warning about the collection to `call.warn`, unless this client or an earlier run (`call.told`) has already issued it. */
  tell({ notices }: Listing<T>, call: Call): void {
    if (call.warn === undefined) return;
    for (const { key, summary, detail } of notices) {
      const isKnown = key !== undefined && call.told?.has(key) === true;
      if (key !== undefined) call.told?.add(key);
      if (isKnown || this.noticesTold.has(detail)) continue;
      this.noticesTold.add(detail);
      call.warn(summary, detail);
    }
  }

  private async readTold(call: Call): Promise<Listing<T>> {
    const list = await this.read(limitsOf(call));
    this.tell(list, call);
    return list;
  }

  private async findConfirmed(id: string, call: Call): Promise<T | undefined> {
    const since = this.lastWriteEnd;
    const limits = limitsOf(call);
    const read = () => this.read(limits);
    const first = await (call.refreshing ? this.failures.await(read, limits) : read());
    this.tell(first, call);
    const found = this.deleted.has(id) ? first.byId.get(id) : certainlyIn(first, id);
    if (found !== undefined || this.confirmationMs === 0 || this.deleted.has(id) || first.tombstones.has(id))
      return found;
    const confirmation = call.spread ? this.spread : this.confirmation;
    return this.confirm(confirmation, id, first, (list) => list.beganAt > since, limits);
  }

  private confirm(
    confirmation: Confirmation<T>,
    id: string,
    first: Listing<T>,
    isValid: (list: Listing<T>) => boolean,
    { signal, deadlineMs }: Limits,
  ): Promise<T | undefined> {
    const found = confirmation.find(id, first, isValid, signal);
    return deadlineMs === undefined ? found : this.withinDeadline(deadlineMs, found);
  }

  private isYounger({ beganMs }: Readonly<Beginning>, maxAgeMs: number): boolean {
    return beganMs === Number.POSITIVE_INFINITY || ageOf(beganMs, this.environment) <= maxAgeMs;
  }

  private async join(
    serves: (list: Readonly<Beginning>) => boolean,
    { signal, deadlineMs }: Limits,
  ): Promise<Listing<T>> {
    if (signal?.aborted) throw this.cancelled();
    const run = this.joinable !== undefined && serves(this.joinable.beginning) ? this.joinable : this.begin(deadlineMs);
    run.waiting += 1;
    try {
      const result = settledOrAborted(run.result, signal, this.cancelled);
      return await (deadlineMs === undefined || run.done ? result : this.withinDeadline(deadlineMs, result));
    } finally {
      run.waiting -= 1;
      // A list is cancelled only when the last reader that waits for it has left.
      if (run.waiting === 0 && !run.done) {
        this.forget(run);
        run.controller.abort();
      }
    }
  }

  /** Starts the next list: at once, or as soon as the one in progress has ended. */
  private begin(deadlineMs: number | undefined): Run<T> {
    const controller = new AbortController();
    const current = this.lastBegun?.done === false ? this.lastBegun.result.catch(() => undefined) : undefined;
    const beginning = { beganAt: Number.POSITIVE_INFINITY, beganMs: Number.POSITIVE_INFINITY };
    const result = this.fetchInTurn(current, beginning, controller.signal, deadlineMs);
    const run: Run<T> = { beginning, result, controller, waiting: 0, done: false };
    this.joinable = run;
    this.lastBegun = run;
    result.then(
      (listing) => {
        run.done = true;
        this.lastRead = listing;
        this.failures.succeeded();
        const { records, odd, beganMs } = listing;
        for (const { id } of [...records, ...odd]) {
          if (id !== undefined) this.seen.set(id, { firstMs: this.seen.get(id)?.firstMs ?? beganMs, lastMs: beganMs });
        }
      },
      (error: unknown) => {
        run.done = true;
        if (!controller.signal.aborted) this.failures.failed(error);
        this.forget(run);
      },
    );
    return run;
  }

  private async fetchInTurn(
    current: Promise<unknown> | undefined,
    beginning: Beginning,
    signal: AbortSignal,
    deadlineMs: number | undefined,
  ): Promise<Listing<T>> {
    if (current !== undefined) await current;
    signal.throwIfAborted();
    // Set after the wait for its turn, because a list that waits during a pause would otherwise be too old when it ends.
    const begun = () => {
      this.events += 1;
      beginning.beganAt = this.events;
      beginning.beganMs = this.environment.now();
    };
    const listed = await this.fetchAll(begun, signal, deadlineMs);
    this.events += 1;
    const byId = new Map(listed.records.map((one) => [one.id, one]));
    return { ...beginning, ...listed, byId, endedAt: this.events, endedMs: this.environment.now() };
  }

  private forget(run: Run<T>): void {
    if (this.joinable === run) this.joinable = undefined;
  }
}
