import type { AccessKey, Bucket, Caller, PullSecret, Secret, Stored } from './records';

/** Where one kind of object is kept. Ids are unique over all projects. */
export interface Store<T extends Stored, New> {
  insert(created: New): T;
  find(id: string): T | undefined;
  /** In order of position, beginning after `after`; at most `limit`, or all. */
  list(projectIds: readonly string[], after?: number, limit?: number): T[];
  delete(id: string): void;
}

/** A secret as it is made. `value` is kept encrypted. */
export type NewSecret = Omit<Secret, 'position'> & { readonly value: Uint8Array };

export interface SecretStore extends Store<Secret, NewSecret> {
  /** @param prior as it is now */
  update(prior: Secret, change: { readonly name: string; readonly value: Uint8Array }): Secret;
  findByName(projectId: string, name: string): Secret | undefined;
  /** The decrypted value. Throws when there is no such secret. */
  getValue(id: string): Uint8Array;
}

/** A pull secret as it is made. User name and password are kept encrypted. */
export type NewPullSecret = Omit<PullSecret, 'position'> & { readonly password: string };

export interface PullSecretStore extends Store<PullSecret, NewPullSecret> {
  update(
    id: string,
    change: { readonly server: string; readonly username: string; readonly password: string },
  ): PullSecret;
  /** The decrypted password. Throws when there is no such pull secret. */
  getPassword(id: string): string;
}

export type NewBucket = Omit<Bucket, 'position'>;

/** What an update may change of a bucket. */
export type BucketChange = Omit<NewBucket, 'id' | 'projectId' | 'alias' | 'createdAt' | 'settled'>;

export interface BucketStore extends Store<Bucket, NewBucket> {
  update(id: string, change: BucketChange): Bucket;
  findByAlias(alias: string): Bucket | undefined;
  /** Notes that alias and endpoint are shown for good. */
  settle(id: string): void;
}

/** An access key as it is made, with its secret half. */
export type NewAccessKey = Omit<AccessKey, 'position'> & { readonly secretAccessKey: string };

/** The same as it is kept. The secret half, where signatures are checked with it, is encrypted; undefined: others check them. */
export type KeptAccessKey = Omit<AccessKey, 'position'> & { readonly secretAccessKey: string | undefined };

export interface AccessKeyStore extends Store<AccessKey, KeptAccessKey> {
  /** Adds a bucket to those of a key. */
  addBucket(id: string, bucketId: string): void;
  findByAccessKeyId(accessKeyId: string): AccessKey | undefined;
  /** The decrypted secret half; undefined: it is not kept. Throws when there is no such key. */
  findSecretAccessKey(id: string): string | undefined;
}

/** Where a token comes from: `start` ones are replaced by those of the next start, `issued` ones stay. */
export type TokenOrigin = 'start' | 'issued';

/** Projects, and which of them a token may use. Tokens are kept as keyed hashes only. */
export interface TokenStore {
  grant(token: string, projectIds: readonly string[], origin: TokenOrigin): void;
  find(token: string): Caller | undefined;
  /** Looks the token up again at each call, and does not keep it. Undefined: it stands for nobody any more. */
  holderOf(token: string): () => Caller | undefined;
  revoke(origin: TokenOrigin): void;
  /** Makes it if it is missing. */
  addProject(projectId: string): void;
  hasProject(projectId: string): boolean;
  /** All projects there are: those of the start first, in the order in which they were given. */
  projectIds(): readonly string[];
}
