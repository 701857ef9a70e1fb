import { ageOf, type ClientEnvironment } from '../environment';
import { settledOrAborted } from '../http/wait-or-abort';
import { type Listing, MAX_AGE_MS } from './listing';
import { certainlyIn, shows } from './look-up';

interface Series<T> {
  /** The lists read so far, including the first. */
  readonly read: Listing<T>[];
  readonly first: Listing<T>;
  readonly later: readonly Promise<Listing<T>>[];
  readonly controller: AbortController;
  waiting: number;
  done: boolean;
}

/**
 * Confirms that an object is gone (P7): when it is in none of three lists. One right after the first reads the same lagging replica and confirms
 * nothing, so a second follows after a quarter of the confirmation time, and a third after the rest. Readers share the three, also those of a reader
 * that began earlier, as long as a list serves reads after the last one: they wait for lists of their own only if one of these shows their object.
 */
export class Confirmation<T> {
  private series: Series<T> | undefined;

  constructor(
    private readonly environment: Pick<ClientEnvironment, 'now' | 'sleep'>,
    /** Time from the end of the first list to the third, in milliseconds, without the time that the second takes. */
    private readonly totalMs: number,
    /** Reads a list that begins after the given moment in the order of events (`Listing.endedAt`). */
    private readonly readAfter: (moment: number, signal: AbortSignal) => Promise<Listing<T>>,
    private readonly cancelled: () => Error,
  ) {}

  /**
   * The record from a list after `first`, which does not show it; undefined when the later lists agree that it is gone. `isValid` decides
   * whether the first list of an earlier reader may replace `first`. Rejects with UnreadableRecordError if a later list shows a record that
   * is or may be the object, like a list that fails, and with `cancelled()`. The lists are aborted when nobody waits for them any more.
   */
  async find(
    id: string,
    first: Listing<T>,
    isValid: (list: Listing<T>) => boolean,
    signal?: AbortSignal,
  ): Promise<T | undefined> {
    const known = this.series;
    const agrees =
      known !== undefined && this.serves(known) && isValid(known.first) && known.read.every((list) => !shows(list, id));
    const series = agrees ? known : this.begin(first);
    series.waiting += 1;
    try {
      for (const later of series.later) {
        const found = certainlyIn(await settledOrAborted(later, signal, this.cancelled), id);
        if (found !== undefined) return found;
      }
      return undefined;
    } finally {
      series.waiting -= 1;
      if (series.waiting === 0 && !series.done) {
        this.forget(series);
        series.controller.abort();
      }
    }
  }

  private serves({ read, done }: Series<T>): boolean {
    const [last] = read.slice(-1);
    return !done || (last !== undefined && ageOf(last.beganMs, this.environment) <= MAX_AGE_MS);
  }

  private begin(first: Listing<T>): Series<T> {
    const controller = new AbortController();
    const read = [first];
    const after = async (earlier: Listing<T>, waitMs: number) => {
      // No list from before the clock was set back gets here.
      const leftMs = earlier.endedMs + waitMs - this.environment.now();
      if (leftMs > 0) await this.environment.sleep(leftMs, controller.signal);
      const list = await this.readAfter(earlier.endedAt, controller.signal);
      read.push(list);
      return list;
    };
    const second = after(first, this.totalMs / 4);
    const third = second.then((list) => after(list, (3 * this.totalMs) / 4));
    const series: Series<T> = { read, first, later: [second, third], controller, waiting: 0, done: false };
    this.series = series;
    third.then(
      () => {
        series.done = true;
      },
      () => {
        series.done = true;
        this.forget(series);
      },
    );
    // Callers that await it get the rejection; the empty handler keeps an ignored rejection from crashing the process.
    second.catch(() => undefined);
    return series;
  }

  private forget(series: Series<T>): void {
    if (this.series === series) this.series = undefined;
  }
}
