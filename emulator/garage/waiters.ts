import { TimeUp } from './within';

interface Waiter<Outcome> {
  /** Whether a pass is under way that began after it came. */
  isServed: boolean;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

/** Those who wait for a pass over an object: whoever has waited for long enough is forgotten, while the object waits on. */
export class Waiters<Outcome> {
  readonly #all = new Set<Waiter<Outcome>>();

  get size(): number {
    return this.#all.size;
  }

  /** What the first pass comes to that begins from now on. Rejects with {@link TimeUp} once the time is up. */
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

  /** A pass begins: who comes from here on may have decided what it does not see. */
  begin(): void {
    for (const waiter of this.#all) waiter.isServed = true;
  }

  /** The pass is to be repeated, for all. */
  repeat(): void {
    for (const waiter of this.#all) waiter.isServed = false;
  }

  resolve(outcome: Outcome): void {
    for (const waiter of this.#served()) waiter.resolve(outcome);
  }

  reject(error: unknown): void {
    for (const waiter of this.#served()) waiter.reject(error);
  }

  /** No other pass begins. */
  rejectUnserved(error: unknown): void {
    for (const waiter of this.#served(false)) waiter.reject(error);
  }

  #served(isServed = true): Waiter<Outcome>[] {
    return [...this.#all].filter((waiter) => waiter.isServed === isServed);
  }
}
