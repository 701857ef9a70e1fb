import type { Objects } from './objects';

/** Objects of one step: so many that others are served soon. */
const STEP = 250;

/** What is to be deleted of a bucket: objects by their keys, and all that lies below prefixes; `''`: everything. */
export interface Selection {
  readonly keys: readonly string[];
  readonly prefixes: readonly string[];
  /** What was written after this version stays: nobody has asked for it. See {@link Objects.newestVersion}. */
  readonly upTo: number;
}

/** Deletes many objects in steps. It does not run by itself: between two steps the caller may serve others, or leave the rest. */
export class Deletion {
  /** How many were deleted so far. */
  deleted = 0;
  /** How many stay because they are newer than what was asked for. */
  kept = 0;
  readonly #steps: Iterator<void>;

  constructor(
    private readonly objects: Pick<Objects, 'find' | 'list' | 'deleteMany'>,
    private readonly bucketId: string,
    private readonly selection: Selection,
  ) {
    this.#steps = this.#all();
  }

  /** Takes the next step. False: there is none left. Throws `not_found` when the bucket is gone. */
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
    this.objects.deleteMany(
      this.bucketId,
      wanted.map(({ key }) => key),
    );
    this.deleted += wanted.length;
    this.kept += found.length - wanted.length;
  }
}
