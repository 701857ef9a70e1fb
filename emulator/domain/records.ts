export interface Stored {
  readonly id: string;
  readonly projectId: string;
  /** Position in lists, ascending in the order of creation; never used twice. */
  readonly position: number;
  /** Clock time in milliseconds at which it was deleted; only in lists that still show it. */
  readonly deletedAt?: number;
}

/** A key/value secret, without its value. */
export interface Secret extends Stored {
  readonly name: string;
}

/** Credentials for a container registry, without the password. */
export interface PullSecret extends Stored {
  readonly server: string;
  readonly username: string;
}

/** A bucket. Times are milliseconds since 1970-01-01 UTC. */
export interface Bucket extends Stored {
  readonly alias: string;
  /** Quota in bytes: 1 to 2^63 - 1. */
  readonly maxSize: bigint;
  /** Null if none was given or it was cleared. */
  readonly description: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Whether alias and endpoint are shown permanently, whatever the settle rule of a later start. */
  readonly settled: boolean;
}

/** The permissions of an access key on all its buckets. */
export interface Permissions {
  readonly read: boolean;
  readonly write: boolean;
  readonly owner: boolean;
}

/** An access key, without its secret half. */
export interface AccessKey extends Stored {
  readonly accessKeyId: string;
  /** Ids in the order of the request, without buckets that were deleted since. */
  readonly bucketIds: readonly string[];
  readonly permissions: Permissions;
  readonly createdAt: number;
}

/** The caller of an operation: the projects that its token may use, in the order in which they were granted. */
export interface Caller {
  readonly projectIds: readonly string[];
  /** Whether every change is refused. Default: changes are allowed. */
  readonly isReadOnly?: boolean;
}

/** The store of one kind of object. Ids are unique over all projects. */
export interface Store<T extends Stored, New> {
  insert(created: New): T;
  find(id: string): T | undefined;
  /** Objects in the order of position, from after `after`; at most `limit`, or all. */
  list(projectIds: readonly string[], after?: number, limit?: number): T[];
  delete(id: string): void;
}

/** A secret to store. `value` is stored encrypted. */
export type NewSecret = Omit<Secret, 'position'> & { readonly value: Uint8Array };

export interface SecretStore extends Store<Secret, NewSecret> {
  /** @param prior the secret before the update */
  update(prior: Secret, change: { readonly name: string; readonly value: Uint8Array }): Secret;
  findByName(projectId: string, name: string): Secret | undefined;
  /** The decrypted value. Throws if the secret does not exist. */
  getValue(id: string): Uint8Array;
}

/** A pull secret to store. User name and password are stored encrypted. */
export type NewPullSecret = Omit<PullSecret, 'position'> & { readonly password: string };

export interface PullSecretStore extends Store<PullSecret, NewPullSecret> {
  update(
    id: string,
    change: { readonly server: string; readonly username: string; readonly password: string },
  ): PullSecret;
  /** The decrypted password. Throws if the pull secret does not exist. */
  getPassword(id: string): string;
}

export type NewBucket = Omit<Bucket, 'position'>;

/** The fields of a bucket that an update may change. */
export type BucketChange = Omit<NewBucket, 'id' | 'projectId' | 'alias' | 'createdAt' | 'settled'>;

export interface BucketStore extends Store<Bucket, NewBucket> {
  update(id: string, change: BucketChange): Bucket;
  findByAlias(alias: string): Bucket | undefined;
  /** Notes that alias and endpoint are shown permanently. */
  settle(id: string): void;
}

/** An access key to create or store, with its secret half. */
export type NewAccessKey = Omit<AccessKey, 'position'> & { readonly secretAccessKey: string };

export interface AccessKeyStore extends Store<AccessKey, NewAccessKey> {
  /** Stores the secret half encrypted, unless another system checks signatures (`isElsewhere`). */
  insert(created: NewAccessKey, options?: { readonly isElsewhere?: boolean }): AccessKey;
  addBucket(id: string, bucketId: string): void;
  findByAccessKeyId(accessKeyId: string): AccessKey | undefined;
  /** The decrypted secret half; undefined if it is not stored. Throws if the key does not exist. */
  findSecretAccessKey(id: string): string | undefined;
}

/** The origin of a token: `start` tokens are replaced by those of the next start, `issued` ones stay. */
export type TokenOrigin = 'start' | 'issued';

/** Projects, and the tokens that may use them. Tokens are stored as keyed hashes only. */
export interface TokenStore {
  /** `isReadOnly`: the token changes nothing. Default false. */
  grant(token: string, projectIds: readonly string[], origin: TokenOrigin, isReadOnly?: boolean): void;
  find(token: string): Caller | undefined;
  /** Returns a function that looks up the token at each call, without keeping it. Its result is undefined if the token is unknown. */
  holderOf(token: string): () => Caller | undefined;
  revoke(origin: TokenOrigin): void;
  /** Adds the project if it does not exist. */
  addProject(projectId: string): void;
  hasProject(projectId: string): boolean;
  /** All projects: first those of the start, in their order there. */
  projectIds(): readonly string[];
}
