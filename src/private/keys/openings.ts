import type { IConstruct } from 'constructs';
import type { IBucketRef } from '../../bucket-ref';
import { accessIn } from './keys-of-app';
import { BucketIndex, idsIn } from './opened-buckets';

/** Which buckets the code of keys opens, at one moment: each key, and the tree, is read once for any number of questions. */
export class Openings {
  readonly #ids = new Map<IConstruct, ReadonlySet<string>>();
  #index: BucketIndex | undefined;

  /** Whether a key opens a bucket. Looks behind tokens only if none is the id of that very bucket. */
  has(key: IConstruct, bucket: IBucketRef): boolean {
    const ids = this.#ids.get(key) ?? new Set(idsIn(key, accessIn(key)?.bucketIds));
    this.#ids.set(key, ids);
    if (ids.size === 0 || ids.has(bucket.bucketId)) return ids.size > 0;
    this.#index ??= new BucketIndex(key);
    const index = this.#index;
    return [...ids].some((id) => index.includes(key, id, bucket));
  }
}
