import { DomainError } from '../domain/errors';
import { GarageError } from './admin-api';
import { TimeUp } from './time-limit';

/** Time limits of requests to the control plane; tests use shorter ones. */
export interface TimeLimits {
  /** Until a create returns the bucket's id before the cluster has the bucket. */
  readonly bucketMs: number;
  /** Until a request fails because the cluster cannot carry it out now. */
  readonly responseMs: number;
  /** Wait before a pass is repeated: doubles each time, from `firstMs` up to `mostMs`. */
  readonly backoff: { readonly firstMs: number; readonly mostMs: number };
}

/** The limits of a control plane. */
export const TIME_LIMITS: TimeLimits = {
  bucketMs: 5_000,
  responseMs: 20_000,
  backoff: { firstMs: 200, mostMs: 30_000 },
};

export interface QueueOptions {
  readonly backoff: TimeLimits['backoff'];
  /** Limits simultaneous passes over different objects: each call keeps a core of the cluster busy for tens of milliseconds. */
  readonly slots: Slots;
  /** Receives the first retryable failure of each series, and each failure that is not retryable. */
  readonly log: (line: string) => void;
}

interface Lane<Outcome> {
  readonly waiters: Waiters<Outcome>;
  /** Whether another pass must begin, even if nobody waits for it. */
  isDue: boolean;
  /** Retryable failures since the last successful pass. */
  failures: number;
  /** Ends the wait before the next pass. */
  wake: () => void;
  ended: Promise<void>;
}

/**
 * Runs the passes over each object one after the other, never two over one object at the same time.
 *
 * A pass reads the intent and does what is missing, so it can begin at any time, and be repeated. It is repeated for as long as the
 * outcome of a call is unknown.
 */
export class Queue<Outcome> {
  readonly #lanes = new Map<string, Lane<Outcome>>();
  #isStopped = false;

  constructor(
    private readonly pass: (id: string) => Promise<Outcome>,
    private readonly options: QueueOptions,
  ) {}

  /**
   * Returns the outcome of the first pass that begins from now on. Rejects if the failure is not retryable, if the queue is stopped,
   * or after `ms`: then the work on the object continues all the same.
   */
  run(id: string, ms: number): Promise<Outcome> {
    if (this.#isStopped) return Promise.reject(stopped());
    const lane = this.#laneOf(id);
    const ran = lane.waiters.wait(ms);
    this.#go(id, lane);
    return ran;
  }

  /** Starts a pass that nobody waits for. */
  bring(id: string): void {
    if (!this.#isStopped) this.#go(id, this.#laneOf(id));
  }

  /** Begins no more passes, and rejects those who wait. Resolves once no pass is running. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const lane of this.#lanes.values()) {
      lane.waiters.rejectUnserved(stopped());
      lane.wake();
    }
    await Promise.all([...this.#lanes.values()].map(({ ended }) => ended));
  }

  #laneOf(id: string): Lane<Outcome> {
    return (
      this.#lanes.get(id) ?? {
        waiters: new Waiters(),
        isDue: false,
        failures: 0,
        wake: () => undefined,
        ended: Promise.resolve(),
      }
    );
  }

  #go(id: string, lane: Lane<Outcome>): void {
    lane.isDue = true;
    lane.wake();
    if (this.#lanes.has(id)) return;
    this.#lanes.set(id, lane);
    lane.ended = this.#work(id, lane);
  }

  async #work(id: string, lane: Lane<Outcome>): Promise<void> {
    const { waiters } = lane;
    while (!this.#isStopped && lane.isDue) {
      try {
        const outcome = await this.options.slots.run(() => {
          lane.isDue = false;
          waiters.begin();
          return this.pass(id);
        });
        lane.failures = 0;
        waiters.resolve(outcome);
      } catch (error) {
        if (this.#isStopped) {
          waiters.reject(stopped());
          break;
        }
        if (!isRetryable(error)) {
          this.options.log(`storage cluster: ${describe(error)}`);
          waiters.reject(error);
          continue;
        }
        if (lane.failures === 0) this.options.log(`storage cluster: ${describe(error)}; it is tried again.`);
        waiters.repeat();
        lane.isDue = true;
        await this.#pause(lane);
      }
    }
    this.#lanes.delete(id);
  }

  #pause(lane: Lane<Outcome>): Promise<void> {
    const { firstMs, mostMs } = this.options.backoff;
    const ms = Math.min(firstMs * 2 ** lane.failures, mostMs);
    lane.failures += 1;
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      lane.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

interface Waiter<Outcome> extends PromiseWithResolvers<Outcome> {
  /** Whether a pass is in progress that began after this waiter arrived. */
  isServed: boolean;
}

/** Waiters for a pass over an object. A waiter whose time is up is removed; the object stays in the queue. */
export class Waiters<Outcome> {
  readonly #all = new Set<Waiter<Outcome>>();

  get size(): number {
    return this.#all.size;
  }

  /**
   * Returns the outcome of the first pass that begins from now on. Rejects with a {@link TimeUp} after `ms`. No derived promise, which would settle
   * later: who is told of a failure takes the object back before the next pass looks at it.
   */
  wait(ms: number): Promise<Outcome> {
    const waiter = { ...Promise.withResolvers<Outcome>(), isServed: false };
    this.#all.add(waiter);
    const timer = setTimeout(() => waiter.reject(new TimeUp(ms)), ms);
    const leave = () => {
      clearTimeout(timer);
      this.#all.delete(waiter);
    };
    waiter.promise.then(leave, leave);
    return waiter.promise;
  }

  /** A pass begins: it may not see the intents of waiters that arrive from here on. */
  begin(): void {
    for (const waiter of this.#all) waiter.isServed = true;
  }

  /** The pass will be repeated, for all waiters. */
  repeat(): void {
    for (const waiter of this.#all) waiter.isServed = false;
  }

  resolve(outcome: Outcome): void {
    for (const waiter of this.#served()) waiter.resolve(outcome);
  }

  reject(error: unknown): void {
    for (const waiter of this.#served()) waiter.reject(error);
  }

  /** Rejects those who wait for another pass, as none will begin. */
  rejectUnserved(error: unknown): void {
    for (const waiter of this.#served(false)) waiter.reject(error);
  }

  #served(isServed = true): Waiter<Outcome>[] {
    return [...this.#all].filter((waiter) => waiter.isServed === isServed);
  }
}

/** Runs a limited number of tasks at the same time; the others wait in order of arrival. */
export class Slots {
  readonly #waiting: (() => void)[] = [];

  constructor(private left: number) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.left > 0) this.left -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.left += 1;
    }
  }
}

/** Whether the same step may succeed later. */
export function isRetryable(error: unknown): boolean {
  return error instanceof GarageError && (error.kind === 'unknown' || error.kind === 'not_ready');
}

/** Text for the log: unexpected errors have their stack trace. */
export function describe(error: unknown): string {
  if (error instanceof GarageError || error instanceof DomainError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

const stopped = () => new DomainError('unavailable', 'The emulator is stopping.');
