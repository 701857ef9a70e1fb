import type { AccessKey, Bucket, Caller, PullSecret, Secret, Stored } from './records';

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

/** An access key to create, with its secret half. */
export type NewAccessKey = Omit<AccessKey, 'position'> & { readonly secretAccessKey: string };

/** An access key to store. Its secret half is stored encrypted; undefined if another system checks signatures. */
export type KeptAccessKey = Omit<AccessKey, 'position'> & { readonly secretAccessKey: string | undefined };

export interface AccessKeyStore extends Store<AccessKey, KeptAccessKey> {
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
