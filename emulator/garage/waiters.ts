import { TimeUp } from './within';

interface Waiter<Outcome> {
  /** Whether a pass is in progress that began after this waiter arrived. */
  isServed: boolean;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

/** Waiters for a pass over an object. A waiter whose time is up is removed; the object stays in the queue. */
export class Waiters<Outcome> {
  readonly #all = new Set<Waiter<Outcome>>();

  get size(): number {
    return this.#all.size;
  }

  /** Returns the outcome of the first pass that begins from now on. Rejects with {@link TimeUp} after `ms`. */
  wait(ms: number): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        this.#all.delete(waiter);
      };
      const timer = setTimeout(() => waiter.reject(new TimeUp(`It took longer than ${ms} ms.`)), ms);
      const waiter: Waiter<Outcome> = {
        isServed: false,
        resolve: (outcome) => {
          leave();
          resolve(outcome);
        },
        reject: (error) => {
          leave();
          reject(error);
        },
      };
      this.#all.add(waiter);
    });
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
