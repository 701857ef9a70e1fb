import { randomBytes } from 'node:crypto';
import type { AccessKey, NewAccessKey, Permissions } from '../domain/records';
import { readMeta, writeMeta } from '../sqlite/meta';
import { type Database, prepareAll } from '../sqlite/open';

/** What the cluster is to have for a bucket. Written before the first call. */
export interface BucketRow {
  readonly bucketId: string;
  readonly state: 'creating' | 'live' | 'deleting';
  /** Its id in the cluster; undefined: the cluster is not known to have it. */
  readonly clusterId: string | undefined;
  /** Its quota in the cluster; undefined: it was never ready. */
  readonly appliedMaxSize: bigint | undefined;
  /** Whether it was `live`, and absent in the cluster when last looked for. */
  readonly isMissing: boolean;
  /** Real time in milliseconds. */
  readonly begunAt: number;
}

/** What the cluster is to have for a key. A `live` one is in the store of access keys, too. */
export interface KeyRow {
  readonly keyId: string;
  /** Null: the key is of an earlier release, and `revoked`. */
  readonly projectId: string | null;
  readonly accessKeyId: string;
  /** `revoked`: deleted; the row is kept for 30 days, because the cluster may bring the key back. */
  readonly state: 'creating' | 'live' | 'revoking' | 'revoked';
  /** Its permissions in the cluster. */
  readonly granted: Permissions;
  readonly isMissing: boolean;
  /** Since when it has been in this state, in milliseconds of real time. */
  readonly changedAt: number;
}

/** The key without rights that proves which cluster it is. */
export interface Proof {
  readonly accessKeyId: string;
  /** Whether the cluster had it once: then a cluster without it is another one. */
  readonly isConfirmed: boolean;
}

const KEPT_MS = 30 * 24 * 60 * 60_000;
const PROOF = 'cluster proof';
const INSTALLATION = 'installation';
const BUCKET = `SELECT bucket_id AS bucketId, state, cluster_id AS clusterId, CAST(applied_max_size AS TEXT) AS appliedMaxSize,
  is_missing AS isMissing, begun_at AS begunAt FROM cluster_bucket`;
const KEY = `SELECT key_id AS keyId, project_id AS projectId, access_key_id AS accessKeyId, state, granted, is_missing AS isMissing,
  changed_at AS changedAt FROM cluster_key`;

/** The rows of buckets and keys in the cluster. Every call is one commit, or part of the caller's transaction. */
export class Rows {
  /** Distinguishes the names of our keys from those of another installation on the same cluster: 16 hexadecimal digits. */
  readonly installation: string;
  readonly #sql;

  constructor(
    private readonly database: Database,
    private readonly now: () => number = Date.now,
  ) {
    this.installation = readMeta(database, INSTALLATION) ?? randomBytes(8).toString('hex');
    writeMeta(database, INSTALLATION, this.installation);
    this.#sql = prepareAll(database, {
      buckets: `${BUCKET} ORDER BY begun_at, bucket_id`,
      bucket: `${BUCKET} WHERE bucket_id = ?`,
      byCluster: `${BUCKET} WHERE cluster_id = ?`,
      addBucket: `INSERT INTO cluster_bucket (bucket_id, state, begun_at) VALUES (?, 'creating', ?)`,
      rename: 'UPDATE bucket SET alias = ? WHERE id = ?',
      setCluster: 'UPDATE cluster_bucket SET cluster_id = ? WHERE bucket_id = ?',
      setQuota: 'UPDATE cluster_bucket SET applied_max_size = ? WHERE bucket_id = ?',
      setBucket: 'UPDATE cluster_bucket SET state = ? WHERE bucket_id = ? AND state = ?',
      bucketMissing: 'UPDATE cluster_bucket SET is_missing = ? WHERE bucket_id = ?',
      // Its row here goes with it.
      removeBucket: 'DELETE FROM bucket WHERE id = ?',
      keys: `${KEY} ORDER BY changed_at, key_id`,
      key: `${KEY} WHERE key_id = ?`,
      addKey: `INSERT INTO cluster_key (key_id, project_id, access_key_id, state, granted, changed_at) VALUES (?, ?, ?, 'creating', ?, ?)`,
      setKey: 'UPDATE cluster_key SET state = ?, changed_at = ? WHERE key_id = ? AND state = ?',
      keyMissing: 'UPDATE cluster_key SET is_missing = ? WHERE key_id = ?',
      unlist: 'DELETE FROM access_key WHERE id = ?',
      removeKey: 'DELETE FROM cluster_key WHERE key_id = ?',
      forget: `DELETE FROM cluster_key WHERE state = 'revoked' AND changed_at < ?`,
    });
  }

  get proof(): Proof | undefined {
    const text = readMeta(this.database, PROOF);
    return text === undefined ? undefined : (JSON.parse(text) as Proof);
  }

  set proof(proof: Proof) {
    writeMeta(this.database, PROOF, JSON.stringify(proof));
  }

  /** The name of a key in the cluster, which says whose it is. */
  keyName(keyId: string): string {
    return `coffer:${this.installation}:${keyId}`;
  }

  /** All, oldest first. */
  buckets(): BucketRow[] {
    return this.#sql.buckets.all().map(toBucket);
  }

  bucket(bucketId: string): BucketRow | undefined {
    const row = this.#sql.bucket.get(bucketId);
    return row && toBucket(row);
  }

  bucketOf(clusterId: string): BucketRow | undefined {
    const row = this.#sql.byCluster.get(clusterId);
    return row && toBucket(row);
  }

  addBucket(bucketId: string): void {
    this.#sql.addBucket.run(bucketId, this.now());
  }

  rename(bucketId: string, alias: string): void {
    this.#sql.rename.run(alias, bucketId);
  }

  setCluster(bucketId: string, clusterId: string | undefined): void {
    this.#sql.setCluster.run(clusterId ?? null, bucketId);
  }

  setQuota(bucketId: string, maxSize: bigint): void {
    this.#sql.setQuota.run(maxSize, bucketId);
  }

  /** Does nothing if its state is not `from` any more. */
  moveBucket(bucketId: string, from: BucketRow['state'], to: BucketRow['state']): void {
    this.#sql.setBucket.run(to, bucketId, from);
  }

  setBucketMissing(bucketId: string, isMissing: boolean): void {
    this.#sql.bucketMissing.run(Number(isMissing), bucketId);
  }

  removeBucket(bucketId: string): void {
    this.#sql.removeBucket.run(bucketId);
  }

  keys(): KeyRow[] {
    return this.#sql.keys.all().map(toKey);
  }

  key(keyId: string): KeyRow | undefined {
    const row = this.#sql.key.get(keyId);
    return row && toKey(row);
  }

  addKey({ id, projectId, accessKeyId }: NewAccessKey, granted: Permissions): void {
    this.#sql.addKey.run(id, projectId, accessKeyId, JSON.stringify(granted), this.now());
  }

  /** Whether its state was `from`. Inserts the row of the service, or deletes it, in the same commit. */
  moveKey(keyId: string, from: KeyRow['state'], to: KeyRow['state'], insert?: () => AccessKey): boolean {
    return this.database.transaction(() => {
      if (this.#sql.setKey.run(to, this.now(), keyId, from).changes === 0) return false;
      if (to === 'live') insert?.();
      else this.#sql.unlist.run(keyId);
      return true;
    });
  }

  setKeyMissing(keyId: string, isMissing: boolean): void {
    this.#sql.keyMissing.run(Number(isMissing), keyId);
  }

  removeKey(keyId: string): void {
    this.#sql.removeKey.run(keyId);
  }

  /** Removes keys that were revoked more than 30 days ago. */
  forgetRevoked(): void {
    this.#sql.forget.run(this.now() - KEPT_MS);
  }
}

// SQLite has no booleans, and null for undefined.
function toBucket(found: object): BucketRow {
  const row = found as Omit<BucketRow, 'clusterId' | 'appliedMaxSize' | 'isMissing'> & Record<string, unknown>;
  const { clusterId, appliedMaxSize, isMissing } = row;
  return {
    ...row,
    clusterId: (clusterId as string | null) ?? undefined,
    appliedMaxSize: appliedMaxSize === null ? undefined : BigInt(appliedMaxSize as string),
    isMissing: isMissing === 1,
  };
}

function toKey(found: object): KeyRow {
  const row = found as Omit<KeyRow, 'granted' | 'isMissing'> & Record<string, unknown>;
  return { ...row, granted: JSON.parse(row.granted as string) as Permissions, isMissing: row.isMissing === 1 };
}
