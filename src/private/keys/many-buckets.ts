import type { IConstruct, IMixin, Node } from 'constructs';
import type { IBucketRef } from '../../bucket-ref';

/** The buckets of a map, as one reference for keys: its `bucketId` is a token for a list. It shares the node of the map. */
export class ManyBuckets implements IBucketRef {
  constructor(
    private readonly map: IConstruct,
    readonly bucketId: string,
    readonly fqn: string,
  ) {}

  get node(): Node {
    return this.map.node;
  }

  with(...mixins: IMixin[]): IConstruct {
    return this.map.with(...mixins);
  }
}

const maps = new WeakMap<IBucketRef, ManyBuckets>();

/** Declares a bucket to be one of several. */
export function addToMany(many: ManyBuckets, bucket: IBucketRef): void {
  maps.set(bucket, many);
}

/** The buckets among which this one is; undefined for a bucket of its own. */
export const manyAround = (bucket: IBucketRef): ManyBuckets | undefined => maps.get(bucket);
