import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setImmediate } from 'node:timers/promises';
import type { ClientEnvironment } from '../../../../provider/client';

interface Sleeper {
  readonly atMs: number;
  readonly wake: () => void;
}

/** How many turns of the event loop nothing may happen in before the clock moves on. */
const CALM_TURNS = 4;

/**
 * A clock that moves on to the next wake-up as soon as nobody has anything to do, so that minutes of many clients and a server
 * take milliseconds, and what takes how long is exact. A server that responds must sleep by this clock before it does, inside of
 * `hold`. undici tells which requests are on their way.
 */
export class VirtualTime implements Pick<ClientEnvironment, 'now' | 'sleep' | 'timeout'> {
  private ms = Date.UTC(2026, 0, 1);
  private readonly sleepers = new Set<Sleeper>();
  private onTheirWay = 0;
  private held = 0;

  /** @param late how much later than asked for each sleep of a client ends, in milliseconds */
  constructor(private readonly late: () => number = () => 0) {}

  readonly now = (): number => this.ms;

  readonly sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    this.sleepFor(Math.max(0, ms) + this.late(), signal);

  readonly timeout = (ms: number): AbortSignal => {
    const controller = new AbortController();
    void this.sleepFor(ms).then(() => controller.abort(new DOMException('The time is over.', 'TimeoutError')));
    return controller.signal;
  };

  /** Holds a request that has arrived for so many milliseconds. */
  async hold(ms: number): Promise<void> {
    this.held += 1;
    await this.sleepFor(ms);
    this.held -= 1;
  }

  /** Lets time pass until the work has ended. */
  async run<R>(work: Promise<R>): Promise<R> {
    const begun = () => {
      this.onTheirWay += 1;
    };
    const ended = () => {
      this.onTheirWay -= 1;
    };
    subscribe('undici:request:create', begun);
    subscribe('undici:request:trailers', ended);
    subscribe('undici:request:error', ended);
    let isOver = false;
    const over = () => {
      isOver = true;
    };
    work.then(over, over);
    try {
      for (let calm = 0; !isOver; await setImmediate()) {
        calm = this.onTheirWay === this.held ? calm + 1 : 0;
        if (calm < CALM_TURNS) continue;
        calm = 0;
        this.wakeNext();
      }
      return await work;
    } finally {
      unsubscribe('undici:request:create', begun);
      unsubscribe('undici:request:trailers', ended);
      unsubscribe('undici:request:error', ended);
    }
  }

  private sleepFor(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const leave = () => {
        this.sleepers.delete(sleeper);
        reject(signal?.reason);
      };
      const wake = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const sleeper = { atMs: this.ms + ms, wake };
      this.sleepers.add(sleeper);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  private wakeNext(): void {
    let next: Sleeper | undefined;
    for (const each of this.sleepers) if (next === undefined || each.atMs < next.atMs) next = each;
    if (next === undefined) throw new Error('Nobody has anything to do any more, and the work has not ended.');
    this.ms = next.atMs;
    this.sleepers.delete(next);
    next.wake();
  }
}
