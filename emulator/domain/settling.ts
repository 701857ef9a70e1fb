import type { Lag } from './lag';
import type { Clock } from './ports';
import type { Bucket } from './records';

/** When a new bucket's alias and endpoint appear: at once, after a time of the virtual clock, or after a number of lists. */
export type Settle =
  | { readonly kind: 'immediate' }
  | { readonly kind: 'ms'; readonly ms: number }
  | { readonly kind: 'polls'; readonly polls: number };

/** Reads `immediate`, `<n>ms` or `<n>polls`; undefined for anything else. */
export function parseSettle(text: string): Settle | undefined {
  if (text === 'immediate') return { kind: 'immediate' };
  const match = /^(\d{1,9})(ms|polls)$/.exec(text);
  if (!match) return undefined;
  const count = Number(match[1]);
  return match[2] === 'ms' ? { kind: 'ms', ms: count } : { kind: 'polls', polls: count };
}

/** Knows, list by list, whether a bucket shows its alias and endpoint. */
export class Settling {
  /** Lists that each unsettled bucket was in. */
  readonly #lists = new Map<string, number>();
  /** Lists since a bucket settled, while it flaps. */
  readonly #flapping = new Map<string, number>();

  constructor(
    private readonly settle: () => Settle,
    private readonly lag: Lag,
    private readonly clock: Clock,
    private readonly keep: (bucketId: string) => void,
  ) {}

  /** Whether a bucket made now would be settled for good from the start. */
  get isImmediate(): boolean {
    return this.settle().kind === 'immediate' && this.lag.aliasFlaps === 0;
  }

  /** Whether the bucket shows its alias at this moment; counts nothing. */
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

  /** The same for a list that comes past the bucket, which counts as one poll and may find it flapping. */
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
