import type { Awaitable } from './awaitable';
import type { AccessKey, Bucket, Stored } from './records';
import type { BucketChange, NewAccessKey, NewBucket } from './stores';

/** How much lies in a bucket. */
export interface BucketUse {
  readonly bytes: bigint;
  readonly objects: number;
  /** Since when this is known, in milliseconds since 1970-01-01 UTC; undefined: it is so now. */
  readonly knownAt: number | undefined;
}

/**
 * Where objects are: it carries out what the service decides about buckets and access keys, and keeps their rows in step.
 *
 * Callers have checked the rules of the interface: ids and names are new, and every named object belongs to the caller. A call that
 * cannot be carried out now throws `unavailable`; the plane later completes or undoes what the call had begun.
 */
export interface ObjectPlane {
  /** Whether objects lie in this process, where `Objects` finds them. */
  readonly isHere: boolean;
  /** Gives the bucket under the name that it got. It may be made later than it is given. */
  createBucket(bucket: NewBucket): Awaitable<Bucket>;
  /** Whether S3 clients can reach the bucket: until then it shows no alias. */
  isReady(bucketId: string): boolean;
  updateBucket(bucket: Bucket, change: BucketChange): Awaitable<Bucket>;
  /** Deletes it with its configuration and unfinished uploads, and takes it out of every key. Throws `not_empty` as the rules say. */
  deleteBucket(bucket: Bucket): Awaitable<void>;
  /** Whether a bucket or key of the service is gone where it was made, and not by the service: it is in no list, and can be deleted. */
  isMissing(id: string): boolean;
  /** Undefined: it is not known yet. */
  usage(bucketId: string): BucketUse | undefined;
  /** Throws `conflict` for a bucket that is not ready, or is being deleted. */
  createKey(key: NewAccessKey): Awaitable<AccessKey>;
  /** A key of this id that is no longer listed, but may still be accepted: deleting it again is to be told how that went. */
  findRevoking(id: string): Stored | undefined;
  /** Gives once no request with this key is accepted any more. */
  deleteKey(key: Stored): Awaitable<void>;
  /** Everything stored was replaced. */
  clear(): void;
}

/** What lists leave out: nothing, if objects are in this process. */
export function isGoneOf(plane: ObjectPlane): ((id: string) => boolean) | undefined {
  return plane.isHere ? undefined : (id) => plane.isMissing(id);
}
