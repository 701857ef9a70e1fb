import { call, Lazy, Token } from 'cdktf';
import type { IBucketRef } from '../../bucket-ref';
import { untraced } from '../code/untraced';
import { ManyBuckets } from './bucket-refs';

interface Entry {
  readonly path: string;
  readonly id: string;
}

/**
 * The ids of the buckets of a key: each once, and sorted by path, so that the synthesized code does not depend on the order of
 * statements. It stays sorted while it grows, since a key may have thousands of buckets.
 */
export class BucketList {
  readonly #entries: Entry[] = [];
  /** The path under which an id is listed. */
  readonly #paths = new Map<string, string>();
  /** Ids that stand for a list of ids. */
  readonly #many = new Set<string>();
  #joined: string[] | undefined;

  /** Adds a bucket. One with several paths counts under the first of them. */
  add(bucket: IBucketRef): void {
    const { bucketId: id } = bucket;
    const { path } = bucket.node;
    const known = this.#paths.get(id);
    if (known !== undefined && known <= path) return;
    if (known !== undefined) this.#entries.splice(this.#entries.map((entry) => entry.id).indexOf(id), 1);
    if (bucket instanceof ManyBuckets) this.#many.add(id);
    this.#paths.set(id, path);
    this.#entries.splice(this.#positionOf(path), 0, { path, id });
  }

  /** The ids as an argument: an array, or a token for a list if there are ids that stand for lists. */
  get ids(): string[] {
    if (this.#many.size === 0) return this.#entries.map(({ id }) => id);
    this.#joined ??= untraced(() => Token.asList(Lazy.anyValue({ produce: () => this.#join() })));
    return this.#joined;
  }

  /** The position after all entries with this path or one before it. */
  #positionOf(path: string): number {
    let [from, to] = [0, this.#entries.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.#entries[middle] as Entry).path <= path) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  #join(): unknown {
    const ids = this.#entries.map(({ id }) => id);
    const single = ids.filter((id) => !this.#many.has(id));
    const lists = ids.filter((id) => this.#many.has(id));
    return single.length === 0 && lists.length === 1
      ? lists[0]
      : call('concat', [...(single.length > 0 ? [single] : []), ...lists]);
  }
}
