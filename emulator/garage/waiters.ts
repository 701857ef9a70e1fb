import { within } from './within';

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

  /** Returns the outcome of the first pass that begins from now on. Rejects with a `TimeUp` after `ms`. */
  wait(ms: number): Promise<Outcome> {
    const waiter = { ...Promise.withResolvers<Outcome>(), isServed: false };
    this.#all.add(waiter);
    return within(waiter.promise, ms).finally(() => this.#all.delete(waiter));
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
