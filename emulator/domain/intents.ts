import type { AccessKey, NewAccessKey, Permissions, Stored } from './records';

/**
 * The intended state of a bucket in another system, recorded before that system is called. A row holds the decision; a pass over
 * it compares the decision with the actual state, and continues from wherever an earlier pass stopped.
 */
export interface BucketIntent {
  readonly bucketId: string;
  /** `deleting`: back to `live` if it turns out to hold objects. */
  readonly state: 'creating' | 'live' | 'deleting';
  /** Its id in the other system; undefined if it is not known to exist there. */
  readonly clusterId: string | undefined;
  /** Whether the response to a call that creates it may have been lost. */
  readonly isUncertain: boolean;
  /** Its quota there; undefined if it is not known. */
  readonly appliedMaxSize: bigint | undefined;
  /** Whether it has the second name that keeps S3 clients from deleting it. */
  readonly isGuarded: boolean;
  /** Whether it was missing there at the last look-up. */
  readonly isMissing: boolean;
  /** Real time in milliseconds. */
  readonly begunAt: number;
  /** Time since which it has been in this state, or its quota has not been confirmed. Real time in milliseconds. */
  readonly changedAt: number;
}

/** The intended state of a key: to be created, live, or to be revoked. Only a live key also has a row of the service. */
export interface KeyIntent {
  readonly keyId: string;
  readonly projectId: string;
  readonly accessKeyId: string;
  readonly state: 'creating' | 'live' | 'revoking';
  /** Its permissions there. */
  readonly granted: Permissions;
  /** Whether the other system has confirmed its import. */
  readonly isImported: boolean;
  readonly isMissing: boolean;
  readonly begunAt: number;
  /** Time since which it has been in this state. Real time in milliseconds. */
  readonly changedAt: number;
}

export interface MeasuredUse {
  readonly bytes: bigint;
  readonly objects: number;
  /** Real time in milliseconds. */
  readonly at: number;
}

/** A data folder's knowledge of the key that distinguishes its copies. */
export interface Mark {
  /** The number of the key. Nothing is left of earlier ones. */
  readonly number: number;
  /** The signatures that it was given, newest first; old ones are removed. */
  readonly signatures: readonly string[];
  /** The last confirmed signature. Newer ones may be in flight. */
  readonly confirmed?: string | undefined;
}

export type BucketIntentChange = Partial<Omit<BucketIntent, 'bucketId' | 'begunAt' | 'changedAt'>>;

/** The store of intents. Every call is one commit. */
export interface IntentStore {
  /** Distinguishes this installation's names from those of another one on the same cluster: 16 hexadecimal digits, drawn once. */
  readonly installation: string;
  mark(): Mark | undefined;
  setMark(mark: Mark): void;
  /** True if nothing may change in the other system until a person has decided about objects that are unknown here. */
  isHeld(): boolean;
  setHeld(isHeld: boolean): void;
  /** Ids in the other system of our buckets that a person has given up. */
  forgotten(): readonly string[];
  forget(clusterId: string): void;
  /** Adds the intent beside the bucket's own row. The caller owns the transaction. */
  addBucket(bucketId: string): void;
  findBucket(bucketId: string): BucketIntent | undefined;
  findBucketByCluster(clusterId: string): BucketIntent | undefined;
  /** All intents, oldest first. */
  buckets(): BucketIntent[];
  changeBucket(bucketId: string, change: BucketIntentChange): void;
  renameBucket(bucketId: string, alias: string): void;
  /** Deletes intent and row. `fence`: time until which to look for its name, because a call that creates it may still be in flight. */
  deleteBucket(bucketId: string, fence?: { readonly alias: string; readonly until: number }): void;
  /** Names of deleted buckets that may still appear. */
  fences(): { readonly alias: string; readonly until: number }[];
  removeFence(alias: string): void;
  setUse(bucketId: string, use: MeasuredUse): void;
  use(bucketId: string): MeasuredUse | undefined;
  /** Adds a key with its secret half, which is kept until the key is live. */
  addKey(key: NewAccessKey, granted: Permissions): void;
  findKey(keyId: string): KeyIntent | undefined;
  findKeyByAccessKeyId(accessKeyId: string): KeyIntent | undefined;
  keys(): KeyIntent[];
  /** A key that is being created; undefined if there is none. */
  newKey(keyId: string): NewAccessKey | undefined;
  setImported(keyId: string): void;
  setMissing(keyId: string, isMissing: boolean): void;
  /** Makes it a key of the service and removes its secret half. Undefined if it is no longer being created. */
  completeKey(keyId: string): AccessKey | undefined;
  /** Removes the key from the service. False if there is none. */
  revokeKey(keyId: string): boolean;
  findRevoking(keyId: string): Stored | undefined;
  removeKey(keyId: string): void;
  /** Notes for 30 days that an access key is deleted for good: a cluster that is rolled back has it again. */
  noteRevoked(accessKeyId: string): void;
  /** Whether it was noted within 30 days. */
  isRevoked(accessKeyId: string): boolean;
  /** Access keys without rights, one for each project, that hold second names of buckets. */
  guard(projectId: string): string | undefined;
  setGuard(projectId: string, accessKeyId: string): void;
  isGuard(accessKeyId: string): boolean;
}
