import type { ClusterHealth, ClusterNode } from '../domain/cluster';
import type { Permissions } from '../domain/records';

/** A bucket of the cluster. Sizes are Garage's counts, which lag by some moments. */
export interface ClusterBucket {
  /** 64 hex digits, chosen by Garage. */
  readonly id: string;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly created: number;
  /** Its global names. */
  readonly aliases: readonly string[];
  /** In bytes; undefined: no quota. */
  readonly quota: bigint | undefined;
  readonly objects: bigint;
  readonly bytes: bigint;
  /** Keys that have a right or a local alias. */
  readonly keys: readonly ClusterGrant[];
  readonly unfinishedUploads: bigint;
}

/** One key's rights on a bucket. */
export interface ClusterGrant {
  readonly accessKeyId: string;
  readonly name: string;
  readonly permissions: Permissions;
  readonly localAliases: readonly string[];
}

/** An access key of the cluster, without its secret half. */
export interface ClusterKey {
  readonly accessKeyId: string;
  readonly name: string;
  readonly expired: boolean;
  readonly buckets: readonly { readonly id: string; readonly permissions: Permissions }[];
}

/** A row of {@link AdminApi.listBuckets}. */
export interface ListedBucket extends Pick<ClusterBucket, 'id' | 'created' | 'aliases'> {
  /** Its names in the namespaces of single keys. */
  readonly localAliases: readonly LocalAlias[];
}

/** A name of a bucket in the namespace of a key. */
export interface LocalAlias {
  readonly accessKeyId: string;
  readonly alias: string;
}

/** A row of {@link AdminApi.listKeys}. */
export type ListedKey = Pick<ClusterKey, 'accessKeyId' | 'name' | 'expired'>;

/** A key to import; the caller chooses both halves. */
export interface ImportedKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly name: string;
}

/** The nodes of the cluster. */
export interface ClusterStatus {
  readonly layoutVersion: number;
  readonly nodes: readonly ClusterNode[];
}

/**
 * The required part of Garage's admin API v2. Undefined or `absent`: Garage responded 404 for the bucket or key that was named.
 * Any other failure throws a {@link GarageError}. No call is atomic: a call whose outcome is unknown is repeated.
 */
export interface AdminApi {
  /**
   * `conflict`: another bucket has the alias. `second` is a name in the namespace of a key, given by the same call; `refused`: the key has
   * or had that name, as of a deleted bucket.
   */
  createBucket(alias: string, second?: LocalAlias): Promise<ClusterBucket>;
  findBucket(by: { readonly id: string } | { readonly alias: string }): Promise<ClusterBucket | undefined>;
  /** Replaces both quotas, of which we use one, and checks the one in the response. */
  setQuota(id: string, maxSize: bigint): Promise<ClusterBucket | undefined>;
  /** Unfinished uploads do not count as content: call {@link cleanUpUploads} afterwards. */
  deleteBucket(id: string): Promise<'deleted' | 'absent' | 'not_empty'>;
  /** Works for a deleted bucket too. */
  cleanUpUploads(id: string): Promise<void>;
  /** `refused`: another bucket has the alias. */
  addAlias(id: string, alias: string): Promise<void>;
  addLocalAlias(id: string, accessKeyId: string, alias: string): Promise<void>;
  /** All buckets, ordered by id. */
  listBuckets(): AsyncIterable<ListedBucket>;
  /** `exists_or_existed`: Garage accepts no id a second time, not even that of a deleted key. */
  importKey(key: ImportedKey): Promise<'imported' | 'exists_or_existed'>;
  findKey(accessKeyId: string): Promise<ClusterKey | undefined>;
  /** The secret half of a key. */
  findSecret(accessKeyId: string): Promise<string | undefined>;
  /** Expires the key in every bucket from now on, by one write. */
  expireKey(accessKeyId: string): Promise<'expired' | 'absent'>;
  renameKey(accessKeyId: string, name: string): Promise<'renamed' | 'absent'>;
  deleteKey(accessKeyId: string): Promise<'deleted' | 'absent'>;
  /** Adds the rights that are `true`. */
  allow(bucketId: string, accessKeyId: string, permissions: Permissions): Promise<ClusterBucket | undefined>;
  /** Removes the rights that are `true`. */
  deny(bucketId: string, accessKeyId: string, permissions: Permissions): Promise<ClusterBucket | undefined>;
  listKeys(): AsyncIterable<ListedKey>;
  health(): Promise<ClusterHealth>;
  status(): Promise<ClusterStatus>;
}

/**
 * - `unknown`: the outcome of the call is unknown (503, no response in time, a cut connection): repeat the step.
 * - `not_ready`: the cluster has no layout yet.
 * - `denied`: the token is wrong or expired, or its scope is too small.
 * - `conflict`: the name is taken.
 * - `refused`: Garage refused the call for any other reason.
 */
export type GarageErrorKind = 'unknown' | 'not_ready' | 'denied' | 'conflict' | 'refused';

/** A failed call of the admin API. Its message contains neither the token nor a secret key. */
export class GarageError extends Error {
  override readonly name = 'GarageError';

  constructor(
    readonly kind: GarageErrorKind,
    /** Garage's name of the operation: `CreateBucket`. */
    readonly operation: string,
    says: string,
    /** Status of the response; undefined: there was none. */
    readonly status?: number,
    /** Garage's error code: `NoSuchBucket`. */
    readonly code?: string,
    options?: ErrorOptions,
  ) {
    super(`${operation}: ${says}`, options);
  }
}
