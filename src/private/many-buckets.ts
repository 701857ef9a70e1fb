import type { IBucketRef } from '../bucket-ref';

/** References to several buckets at once. */
const many = new WeakSet<IBucketRef>();

/** The reference to all buckets of a map, by the reference to one of them. */
const maps = new WeakMap<IBucketRef, IBucketRef>();

/** Declares a reference to several buckets: its `bucketId` is a token for a list of ids. Returns it unchanged. */
export function asMany<T extends IBucketRef>(bucket: T): T {
  many.add(bucket);
  return bucket;
}

/** Declares a reference to one of several buckets. */
export function asOneOf(all: IBucketRef, bucket: IBucketRef): void {
  maps.set(bucket, all);
}

/** Whether a reference is to several buckets. */
export const isMany = (bucket: IBucketRef): boolean => many.has(bucket);

/** The reference to all buckets among which this one is; undefined for a bucket of its own. */
export const manyAround = (bucket: IBucketRef): IBucketRef | undefined => maps.get(bucket);
