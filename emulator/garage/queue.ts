import { DomainError } from '../domain/errors';
import { GarageError } from './admin-api';

/** How long to wait before a pass is repeated: twice as long each time. */
export interface Backoff {
  readonly firstMs: number;
  readonly mostMs: number;
}

/** How a {@link Queue} works. */
export interface QueueOptions {
  readonly backoff: Backoff;
  /** Passes at the same time, of different objects: each call keeps a core of the cluster busy for tens of milliseconds. */
  readonly slots: Slots;
  /** Told of each failure that begins a series, and of each that repeating does not help. */
  readonly log: (line: string) => void;
}

/** Somebody waits for the next pass. */
interface Waiter<Outcome> {
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

interface Lane<Outcome> {
  waiters: Waiter<Outcome>[];
  /** Passes that failed since the last one that did not. */
  failures: number;
  /** Ends the wait before the next pass. */
  wake: () => void;
  ended: Promise<void>;
}

/**
 * Has the steps of each object run one after the other, and never two of one object side by side.
 *
 * A pass reads what was decided and does what is missing, so it can be begun at any time, and repeated: it is, for as long as
 * the outcome of a call is not known.
 */
export class Queue<Outcome> {
  readonly #lanes = new Map<string, Lane<Outcome>>();
  #isStopped = false;

  constructor(
    private readonly pass: (id: string) => Promise<Outcome>,
    private readonly options: QueueOptions,
  ) {}

  /** What the first pass comes to that begins from now on. Rejects when repeating does not help, or the queue is stopped. */
  run(id: string): Promise<Outcome> {
    const ran = new Promise<Outcome>((resolve, reject) => {
      if (this.#isStopped) {
        reject(stopped());
        return;
      }
      const lane = this.#lanes.get(id);
      if (lane) {
        lane.waiters.push({ resolve, reject });
        lane.wake();
        return;
      }
      const begun: Lane<Outcome> = {
        waiters: [{ resolve, reject }],
        failures: 0,
        wake: () => undefined,
        ended: Promise.resolve(),
      };
      this.#lanes.set(id, begun);
      begun.ended = this.#work(id, begun);
    });
    // Whoever does not wait for it shall not have the process fail.
    ran.catch(() => undefined);
    return ran;
  }

  /** Begins no pass any more. Who waits hears that it was stopped. Resolves once no pass runs. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const lane of this.#lanes.values()) {
      for (const waiter of lane.waiters.splice(0)) waiter.reject(stopped());
      lane.wake();
    }
    await Promise.all([...this.#lanes.values()].map(({ ended }) => ended));
  }

  async #work(id: string, lane: Lane<Outcome>): Promise<void> {
    while (!this.#isStopped && lane.waiters.length > 0) {
      let served: Waiter<Outcome>[] = [];
      try {
        const outcome = await this.options.slots.run(() => {
          // Who comes from here on may have decided what this pass does not see.
          served = lane.waiters.splice(0);
          return this.pass(id);
        });
        lane.failures = 0;
        for (const waiter of served) waiter.resolve(outcome);
      } catch (error) {
        if (this.#isStopped) {
          for (const waiter of served) waiter.reject(stopped());
          break;
        }
        if (!isRepeatable(error)) {
          this.options.log(`storage cluster: ${describe(error)}`);
          for (const waiter of served) waiter.reject(error);
          continue;
        }
        if (lane.failures === 0) this.options.log(`storage cluster: ${describe(error)}; it is tried again.`);
        lane.waiters.unshift(...served);
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

/** Lets so many pieces of work run at the same time; the others in the order in which they came. */
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

/** Whether the same step may well succeed later. */
export function isRepeatable(error: unknown): boolean {
  return error instanceof GarageError && (error.kind === 'unknown' || error.kind === 'not_ready');
}

/** For the log: errors that nobody expected come with their place. */
export function describe(error: unknown): string {
  if (error instanceof GarageError || error instanceof DomainError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

const stopped = () => new DomainError('unavailable', 'The emulator is stopping.');
