import type { IConstruct, IMixin, Node } from 'constructs';
import type { IBucketRef } from '../../bucket-ref';
import type * as l1 from '../../l1';
import { References } from '../code/references';

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

const maps = new WeakMap<IBucketRef, ManyBuckets>();

/** Declares a bucket to be one of several. */
export const addToMany = (many: ManyBuckets, bucket: IBucketRef): void => void maps.set(bucket, many);

/** The buckets among which this one is; undefined for a bucket of its own. */
export const manyAround = (bucket: IBucketRef): ManyBuckets | undefined => maps.get(bucket);

const lowLevel = new WeakMap<l1.Bucket, IBucketRef>();

/** The reference to a low-level bucket; the same for the same construct, so that grants recognize the bucket. */
export function lowLevelRef(bucket: l1.Bucket): IBucketRef {
  const references = new References();
  const [id, fqn] = [references.to(bucket, 'id'), references.late('fqn', () => bucket.fqn)];
  const reference = lowLevel.get(bucket) ?? new SharedNode(bucket, id, fqn);
  lowLevel.set(bucket, reference);
  return reference;
}
