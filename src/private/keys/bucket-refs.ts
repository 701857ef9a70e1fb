import { call, Lazy, Token } from 'cdktf';
import type { IConstruct, IMixin, Node } from 'constructs';
import type { IBucketRef } from '../../bucket-ref';
import type * as l1 from '../../l1';
import { References } from '../code/references';
import { untraced } from '../code/untraced';

/** A construct that is no bucket of ours, as a reference for keys. It shares the node of that construct. */
class SharedNode implements IBucketRef {
  constructor(
    readonly resource: IConstruct,
    readonly bucketId: string,
    readonly fqn: string,
  ) {}

  get node(): Node {
    return this.resource.node;
  }

  with(...mixins: IMixin[]): IConstruct {
    return this.resource.with(...mixins);
  }
}

/** The buckets of a map, as one reference: its `bucketId` is a token for a list. */
export class ManyBuckets extends SharedNode {}

const lowLevel = new WeakMap<l1.Bucket, IBucketRef>();

/** The reference to a low-level bucket; the same for the same construct, so that grants recognize the bucket. */
export function lowLevelRef(bucket: l1.Bucket): IBucketRef {
  const references = new References();
  const [id, fqn] = [references.to(bucket, 'id'), references.late('fqn', () => bucket.fqn)];
  const reference = lowLevel.get(bucket) ?? new SharedNode(bucket, id, fqn);
  lowLevel.set(bucket, reference);
  return reference;
}

/** The parts of each list that is one token. */
const joined = new WeakMap<object, () => readonly string[]>();

/** The ids of a list of buckets that a key of ours has, each of one bucket or of all of a map; anything else as it is. */
export const partsOfList = (ids: unknown): unknown => joined.get(Object(ids))?.() ?? ids;

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
    if (!this.#joined) {
      this.#joined = untraced(() => Token.asList(Lazy.anyValue({ produce: () => this.#join() })));
      joined.set(this.#joined, () => this.#entries.map(({ id }) => id));
    }
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
