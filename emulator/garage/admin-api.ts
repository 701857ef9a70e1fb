import type { Permissions } from '../domain/records';

/** A bucket of the cluster. Sizes are what Garage counted, some moments ago. */
export interface ClusterBucket {
  /** 64 hex digits, drawn by Garage. */
  readonly id: string;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly created: number;
  /** Its global names. */
  readonly aliases: readonly string[];
  /** In bytes; undefined: none. */
  readonly quota: bigint | undefined;
  readonly objects: bigint;
  readonly bytes: bigint;
  /** Keys with a right or with a local alias. */
  readonly keys: readonly ClusterGrant[];
  readonly unfinishedUploads: bigint;
}

/** What one key may do with a bucket. */
export interface ClusterGrant {
  readonly accessKeyId: string;
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
export type ListedBucket = Pick<ClusterBucket, 'id' | 'created' | 'aliases'>;

/** A row of {@link AdminApi.listKeys}. */
export type ListedKey = Pick<ClusterKey, 'accessKeyId' | 'name' | 'expired'>;

/** A key to import: the caller chose both halves. */
export interface ImportedKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly name: string;
}

/** How well the cluster is. `degraded`: everything works, but a node is missing. */
export interface ClusterHealth {
  readonly status: 'healthy' | 'degraded' | 'unavailable';
  readonly knownNodes: number;
  readonly connectedNodes: number;
  readonly storageNodes: number;
  readonly storageNodesUp: number;
  readonly partitions: number;
  readonly partitionsQuorum: number;
  readonly partitionsAllOk: number;
}

/** One node of the cluster. */
export interface ClusterNode {
  readonly id: string;
  readonly hostname: string | undefined;
  readonly version: string | undefined;
  readonly isUp: boolean;
  /** Undefined: it is connected, or was never seen. */
  readonly lastSeenSecondsAgo: number | undefined;
  /** Undefined: it has no role in the layout. */
  readonly zone: string | undefined;
  /** In bytes; undefined: a gateway, or no role. */
  readonly capacity: bigint | undefined;
  /** Of the file system of its objects, in bytes. */
  readonly freeBytes: bigint | undefined;
  readonly totalBytes: bigint | undefined;
}

/** The nodes of the cluster. */
export interface ClusterStatus {
  readonly layoutVersion: number;
  readonly nodes: readonly ClusterNode[];
}

/**
 * Garage's admin API v2, as far as it is needed. Undefined or `absent`: Garage said 404 about the bucket or key that was named.
 * Everything else that is no success throws a {@link GarageError}. No call is atomic: one whose outcome is unknown is repeated.
 */
export interface AdminApi {
  /** `conflict`: another bucket has the alias. */
  createBucket(alias: string): Promise<ClusterBucket>;
  findBucket(by: { readonly id: string } | { readonly alias: string }): Promise<ClusterBucket | undefined>;
  /** Replaces both quotas, of which ours has one, and compares what comes back. */
  setQuota(id: string, maxSize: bigint): Promise<ClusterBucket | undefined>;
  /** Uploads that were not completed do not count as content: {@link cleanUpUploads} afterwards. */
  deleteBucket(id: string): Promise<'deleted' | 'absent' | 'not_empty'>;
  /** Also for a bucket that was deleted. */
  cleanUpUploads(id: string): Promise<void>;
  /** `refused`: another bucket has the alias. */
  addAlias(id: string, alias: string): Promise<void>;
  addLocalAlias(id: string, accessKeyId: string, alias: string): Promise<void>;
  /** All of them, in the order of their ids. */
  listBuckets(): AsyncIterable<ListedBucket>;
  /** `exists_or_existed`: Garage gives no id a second time, not even that of a deleted key. */
  importKey(key: ImportedKey): Promise<'imported' | 'exists_or_existed'>;
  findKey(accessKeyId: string): Promise<ClusterKey | undefined>;
  /** Refuses the key from now on, in every bucket, by one write. */
  expireKey(accessKeyId: string): Promise<'expired' | 'absent'>;
  renameKey(accessKeyId: string, name: string): Promise<'renamed' | 'absent'>;
  deleteKey(accessKeyId: string): Promise<'deleted' | 'absent'>;
  /** Adds the rights that are `true`. */
  allow(bucketId: string, accessKeyId: string, permissions: Permissions): Promise<ClusterBucket | undefined>;
  /** Takes away the rights that are `true`. */
  deny(bucketId: string, accessKeyId: string, permissions: Permissions): Promise<ClusterBucket | undefined>;
  listKeys(): AsyncIterable<ListedKey>;
  health(): Promise<ClusterHealth>;
  status(): Promise<ClusterStatus>;
}

/**
 * - `unknown`: it is not known what came of the call (503, no response in time, a cut connection): repeat the step.
 * - `not_ready`: the cluster has no layout yet.
 * - `denied`: the token is wrong, expired or of too small a scope.
 * - `conflict`: the name is taken.
 * - `refused`: anything else that Garage does not do.
 */
export type GarageErrorKind = 'unknown' | 'not_ready' | 'denied' | 'conflict' | 'refused';

/** A call of the admin API that did not succeed. Its message holds neither the token nor a secret key. */
export class GarageError extends Error {
  override readonly name = 'GarageError';

  constructor(
    readonly kind: GarageErrorKind,
    /** Of Garage: `CreateBucket`. */
    readonly operation: string,
    says: string,
    /** Of the response; undefined: there was none. */
    readonly status?: number,
    /** Garage's own: `NoSuchBucket`. */
    readonly code?: string,
    options?: ErrorOptions,
  ) {
    super(`${operation}: ${says}`, options);
  }
}
