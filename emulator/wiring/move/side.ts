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
  makeKey(key: AccessKey, secretAccessKey: string): Promise<void>;
  close(): Promise<void>;
}
