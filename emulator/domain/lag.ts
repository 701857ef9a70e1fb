/** How far lists and checks lag behind writes (E4). Everything is 0 by default: no lag. */
export interface Lag {
  /** Lists that do not show a new object yet. */
  readonly newHidden: number;
  /** Times that an object, once listed, is missing from one list and then back. */
  readonly recordFlaps: number;
  /** Times that alias and endpoint, once there, are gone from one list and then back. */
  readonly aliasFlaps: number;
  /** Lists that still show a deleted object. */
  readonly deletedShown: number;
  /** Times that making a key for a new bucket is refused, per bucket. */
  readonly keyRefusals: number;
  /** What the error says then. */
  readonly keyRefusal: 'not_found' | 'conflict';
  /** Times that making a secret finds the name of a deleted one still taken, per name. */
  readonly nameRefusals: number;
  /** Number of objects after which a list ends without a word, unless it has pages with cursors; 0: it has them all. */
  readonly listCap: number;
}

export const NO_LAG: Lag = {
  newHidden: 0,
  recordFlaps: 0,
  aliasFlaps: 0,
  deletedShown: 0,
  keyRefusals: 0,
  keyRefusal: 'not_found',
  nameRefusals: 0,
  listCap: 0,
};

/** Counts down per key, starting where it was put. */
export class Countdowns {
  readonly #left = new Map<string, number>();

  start(key: string, count: number): void {
    if (count > 0) this.#left.set(key, count);
  }

  /** True, and one less is left, while anything is left for the key. */
  take(key: string): boolean {
    const left = this.#left.get(key);
    if (left === undefined) return false;
    if (left > 1) this.#left.set(key, left - 1);
    else this.#left.delete(key);
    return true;
  }

  clear(): void {
    this.#left.clear();
  }
}
