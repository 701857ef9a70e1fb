import type { AccessKey, Permissions, Stored } from './records';
import type { NewAccessKey } from './stores';

/**
 * The intended state of a bucket in another system, recorded before that system is called. A row holds the decision; a pass over
 * it compares the decision with the actual state, and continues from wherever an earlier pass stopped.
 */
export interface BucketIntent {
  readonly bucketId: string;
  /** `deleting`: back to `live` if it turns out to hold objects. */
  readonly state: 'creating' | 'live' | 'deleting';
  /** What the other system calls it; undefined: it is not known to be there. */
  readonly clusterId: string | undefined;
  /** Whether a call that makes it may have been answered to nobody. */
  readonly isUncertain: boolean;
  /** The quota that it has there; undefined: not known. */
  readonly appliedMaxSize: bigint | undefined;
  /** Whether it has the second name that keeps S3 clients from deleting it. */
  readonly isGuarded: boolean;
  /** Whether it was gone there when last looked for. */
  readonly isMissing: boolean;
  /** Real time in milliseconds. */
  readonly begunAt: number;
  /** Since when it has been in this state, or its quota has not been known to be there. Real time in milliseconds. */
  readonly changedAt: number;
}

/** A key that is to be made, is there, or is to be refused from now on. Only a live one is a row of the service's, too. */
export interface KeyIntent {
  readonly keyId: string;
  readonly projectId: string;
  readonly accessKeyId: string;
  readonly state: 'creating' | 'live' | 'revoking';
  /** The permissions that it has there. */
  readonly granted: Permissions;
  /** Whether the other system has said that it took it. */
  readonly isImported: boolean;
  readonly isMissing: boolean;
  readonly begunAt: number;
  /** Since when it has been in this state. Real time in milliseconds. */
  readonly changedAt: number;
}

/** How much lay in a bucket at a time. */
export interface MeasuredUse {
  readonly bytes: bigint;
  readonly objects: number;
  /** Real time in milliseconds. */
  readonly at: number;
}

/** What a data folder knows of the key that tells its copies from each other. */
export interface Mark {
  /** Of those before nothing is left. */
  readonly number: number;
  /** All that it was given, the newest first; old ones are forgotten. */
  readonly signatures: readonly string[];
  /** The last one that it is known to have had. Those that are newer may be under way. */
  readonly confirmed?: string | undefined;
}

/** What may be changed of a bucket's intent. */
export type BucketIntentChange = Partial<Omit<BucketIntent, 'bucketId' | 'begunAt' | 'changedAt'>>;

/** Where intents are kept. Every call is one commit. */
export interface IntentStore {
  /** Tells this installation's names from those of another one on the same cluster: 16 hexadecimal digits, drawn once. */
  readonly installation: string;
  mark(): Mark | undefined;
  setMark(mark: Mark): void;
  /** Whether nothing is changed in the other system until a person has looked at what is unknown here. */
  isHeld(): boolean;
  setHeld(isHeld: boolean): void;
  /** What the other system calls buckets of ours that a person has let go. */
  forgotten(): readonly string[];
  forget(clusterId: string): void;
  /** Beside the bucket's own row: the caller owns the transaction. */
  addBucket(bucketId: string): void;
  findBucket(bucketId: string): BucketIntent | undefined;
  findBucketByCluster(clusterId: string): BucketIntent | undefined;
  /** All of them, the oldest first. */
  buckets(): BucketIntent[];
  changeBucket(bucketId: string, change: BucketIntentChange): void;
  /** Gives the bucket another name. */
  renameBucket(bucketId: string, alias: string): void;
  /** With its own row. `fence`: its name is to be looked for until then, as a call that makes it may still be under way. */
  deleteBucket(bucketId: string, fence?: { readonly alias: string; readonly until: number }): void;
  /** Names that may still turn up. */
  fences(): { readonly alias: string; readonly until: number }[];
  removeFence(alias: string): void;
  setUse(bucketId: string, use: MeasuredUse): void;
  use(bucketId: string): MeasuredUse | undefined;
  /** With its secret half, until it is live. */
  addKey(key: NewAccessKey, granted: Permissions): void;
  findKey(keyId: string): KeyIntent | undefined;
  findKeyByAccessKeyId(accessKeyId: string): KeyIntent | undefined;
  keys(): KeyIntent[];
  /** Of one that is being made. */
  newKey(keyId: string): NewAccessKey | undefined;
  setImported(keyId: string): void;
  setMissing(keyId: string, isMissing: boolean): void;
  /** Makes it a key of the service and forgets its secret half. Undefined: it is not being made any more. */
  completeKey(keyId: string): AccessKey | undefined;
  /** From now on it is no key of the service. False: there is none. */
  revokeKey(keyId: string): boolean;
  findRevoking(keyId: string): Stored | undefined;
  removeKey(keyId: string): void;
  /** Access keys without rights, one for each project, that hold second names of buckets. */
  guard(projectId: string): string | undefined;
  setGuard(projectId: string, accessKeyId: string): void;
  isGuard(accessKeyId: string): boolean;
}
