import type { AccessKey, Bucket } from '../../domain/records';
import type { Endpoint } from '../../move/endpoint';
import type { Storage } from '../../storage/storage';

/** The largest quota: while objects are copied, none is in their way. */
export const LARGEST = 2n ** 63n - 1n;

/** A data folder, and where its objects are. Failures that a person can do something about are a `StartError`. */
export interface Side {
  readonly storage: Storage;
  readonly endpoint: Endpoint;
  /** Buckets that are there, the oldest first. */
  buckets(): Bucket[];
  /** Lets the endpoint's key use the bucket. */
  open(bucketId: string): Promise<void>;
  secretOf(key: AccessKey): Promise<string>;
  /** Makes the bucket under its id and name, with the largest quota; nothing happens if it was made before. */
  makeBucket(bucket: Bucket): Promise<void>;
  /** Gives the bucket its quota and its times. */
  finishBucket(bucket: Bucket): Promise<void>;
  /** Makes the key; one that was made before gets the buckets that it lacks. */
  makeKey(key: AccessKey, secretAccessKey: string): Promise<void>;
  /** Ids of all keys, also of those that are being made or deleted. */
  keyIds(): readonly string[];
  removeBucket(bucket: Bucket): Promise<void>;
  removeKey(id: string): Promise<void>;
  /** Throws a `StartError` if something is left to be removed by hand, and closes the storage all the same. */
  close(): Promise<void>;
}

/** Buckets of the key that the stored one does not open. */
export function lacked(
  { accessKeys }: Storage['stores'],
  { id, bucketIds }: Pick<AccessKey, 'id' | 'bucketIds'>,
): string[] {
  const known = accessKeys.find(id)?.bucketIds ?? [];
  return bucketIds.filter((bucketId) => !known.includes(bucketId));
}
