import type { AccessKey, Bucket, BucketChange, NewAccessKey, NewBucket, Stored } from './records';

export interface BucketUse {
  readonly bytes: bigint;
  readonly objects: number;
  /** Time of the measurement, in milliseconds since 1970-01-01 UTC; undefined if the figures are current. */
  readonly knownAt: number | undefined;
}

/**
 * The place of objects. It carries out the service's decisions about buckets and access keys, and updates their rows.
 *
 * Callers have checked the rules of the interface: ids and names are new, and every named object belongs to the caller. A call that
 * cannot be carried out now throws `unavailable`; the plane later completes or undoes what the call had begun.
 */
export interface ObjectPlane {
  /** Whether objects are in this process, so that `Objects` finds them. */
  readonly isHere: boolean;
  /** Returns the bucket with its name. The bucket may be created later than that. */
  createBucket(bucket: NewBucket): Promise<Bucket>;
  /** True if S3 clients can reach the bucket. Until then it shows no alias. */
  isReady(bucketId: string): boolean;
  updateBucket(bucket: Bucket, change: BucketChange): Promise<Bucket>;
  /** Deletes it with its configuration and unfinished uploads, and removes it from every key. Throws `not_empty` as the rules say. */
  deleteBucket(bucket: Bucket): Promise<void>;
  /** True if somebody other than the service has removed the bucket or key from the plane. Lists leave it out, and it can be deleted. */
  isMissing(id: string): boolean;
  /** Undefined if the use is not known yet. */
  usage(bucketId: string): BucketUse | undefined;
  /** Throws `conflict` for a bucket that is not ready, or is being deleted. */
  createKey(key: NewAccessKey): Promise<AccessKey>;
  /** The key with this id if it is no longer listed but may still be accepted, so that deleting it again reports the outcome. */
  findRevoking(id: string): Stored | undefined;
  /** Deletes a key. Settles when no request with it is accepted any more. */
  deleteKey(key: Stored): Promise<void>;
  /** Call it after everything stored was replaced. */
  clear(): void;
  /** What keeps the plane from being as the service decided, one sentence each, with ids and names but without secrets. Empty: nothing. */
  readonly problems: readonly string[];
  /** Call it once, when requests are served. */
  start(): void;
  /** Ends every call under way, as a crash does. */
  stop(): Promise<void>;
}
