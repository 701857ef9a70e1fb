import type { Lag } from './lag';
import type { Clock } from './ports';
import type { Bucket } from './records';

/** The time at which a new bucket shows alias and endpoint: at once, after a time of the virtual clock, or after a number of lists. */
export type Settle =
  | { readonly kind: 'immediate' }
  | { readonly kind: 'ms'; readonly ms: number }
  | { readonly kind: 'polls'; readonly polls: number };

/** Parses `immediate`, `<n>ms` or `<n>polls`; undefined for any other text. */
export function parseSettle(text: string): Settle | undefined {
  if (text === 'immediate') return { kind: 'immediate' };
  const match = /^(\d{1,9})(ms|polls)$/.exec(text);
  if (!match) return undefined;
  const count = Number(match[1]);
  return match[2] === 'ms' ? { kind: 'ms', ms: count } : { kind: 'polls', polls: count };
}

/** Decides for each list whether a bucket shows its alias and endpoint. */
export class Settling {
  /** Number of lists in which each unsettled bucket was. */
  readonly #lists = new Map<string, number>();
  /** Number of lists since a bucket has settled, while it flaps. */
  readonly #flapping = new Map<string, number>();

  constructor(
    private readonly settle: () => Settle,
    private readonly lag: Lag,
    private readonly clock: Clock,
    private readonly keep: (bucketId: string) => void,
  ) {}

  /** True if a bucket that is created now would be permanently settled at once. */
  get isImmediate(): boolean {
    return this.settle().kind === 'immediate' && this.lag.aliasFlaps === 0;
  }

  /** True if the bucket shows its alias now. Does not count as a list. */
  isSettled(bucket: Bucket): boolean {
    if (bucket.settled) return true;
    const settle = this.settle();
    switch (settle.kind) {
      case 'immediate':
        return true;
      case 'ms':
        return this.clock.now() >= bucket.createdAt + settle.ms;
      case 'polls':
        return (this.#lists.get(bucket.id) ?? 0) >= settle.polls;
    }
  }

  /** Like {@link isSettled} for a list that reaches the bucket. Counts as one list, and may find the bucket flapping. */
  isSettledInList(bucket: Bucket): boolean {
    if (bucket.settled) return true;
    if (!this.isSettled(bucket)) {
      this.#lists.set(bucket.id, (this.#lists.get(bucket.id) ?? 0) + 1);
      return false;
    }
    const lists = this.#flapping.get(bucket.id) ?? 0;
    if (lists < 2 * this.lag.aliasFlaps) {
      this.#flapping.set(bucket.id, lists + 1);
      return lists % 2 === 0;
    }
    this.forget(bucket.id);
    this.keep(bucket.id);
    return true;
  }

  forget(bucketId: string): void {
    this.#lists.delete(bucketId);
    this.#flapping.delete(bucketId);
  }

  clear(): void {
    this.#lists.clear();
    this.#flapping.clear();
  }
}
