import type { Objects } from './objects';

/** Number of deleted keys that are remembered. */
const MOST_KEYS = 1_000;

/** Number of objects of one step, small enough that other requests do not wait long. */
const STEP = 250;

/** The objects of a bucket to delete: by key, and all below prefixes; `''` selects everything. */
export interface Selection {
  readonly keys: readonly string[];
  readonly prefixes: readonly string[];
  /** Objects with a newer version stay, because they are not part of the request. See {@link Objects.newestVersion}. */
  readonly upTo: number;
}

/** Deletes many objects in steps. The caller runs each step, and may serve other requests between two steps or stop. */
export class Deletion {
  deleted = 0;
  /** The first keys of those that were deleted. */
  readonly deletedKeys: string[] = [];
  /** Number of objects that stay because they are newer than the selection. */
  kept = 0;
  readonly #steps: Iterator<void>;

  constructor(
    private readonly objects: Pick<Objects, 'find' | 'list' | 'deleteMany'>,
    private readonly bucketId: string,
    private readonly selection: Selection,
  ) {
    this.#steps = this.#all();
  }

  /** Takes the next step. False if there is none left. Throws `not_found` if the bucket is gone. */
  step(): boolean {
    return this.#steps.next().done !== true;
  }

  *#all(): Generator<void> {
    const { keys, prefixes } = this.selection;
    for (let at = 0; at < keys.length; at += STEP) {
      const found = keys.slice(at, at + STEP).map((key) => this.objects.find({ bucketId: this.bucketId, key }));
      this.#delete(found.filter((object) => object !== undefined));
      yield;
    }
    for (const prefix of prefixes) {
      for (let after = ''; ; ) {
        const { entries, isTruncated } = this.objects.list(this.bucketId, {
          ...{ prefix, delimiter: undefined, after, limit: STEP },
        });
        const items = entries.flatMap((entry) => (entry.kind === 'item' ? [entry.item] : []));
        this.#delete(items);
        yield;
        const last = items.at(-1);
        if (!isTruncated || !last) break;
        after = last.key;
      }
    }
  }

  #delete(found: readonly { readonly key: string; readonly version: number }[]): void {
    const wanted = found.filter(({ version }) => version <= this.selection.upTo);
    const keys = wanted.map(({ key }) => key);
    this.objects.deleteMany(this.bucketId, keys);
    this.deletedKeys.push(...keys.slice(0, MOST_KEYS - this.deletedKeys.length));
    this.deleted += wanted.length;
    this.kept += found.length - wanted.length;
  }
}
