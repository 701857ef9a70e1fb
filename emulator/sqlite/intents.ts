import { randomBytes } from 'node:crypto';
import type { StatementSync } from 'node:sqlite';
import type { BucketIntent, BucketIntentChange, IntentStore, KeyIntent, Mark, MeasuredUse } from '../domain/intents';
import type { AccessKey, AccessKeyStore, NewAccessKey, Permissions, Stored } from '../domain/records';
import type { Cipher } from './cipher';
import { CLUSTER_META, readMeta, writeMeta } from './meta';
import type { Database } from './open';

const BUCKET_COLUMNS =
  'bucket_id AS bucketId, state, cluster_id AS clusterId, CAST(applied_max_size AS TEXT) AS appliedMaxSize, is_uncertain AS isUncertain, ' +
  'is_guarded AS isGuarded, is_missing AS isMissing, begun_at AS begunAt, changed_at AS changedAt';
const KEY_COLUMNS =
  'key_id AS keyId, project_id AS projectId, access_key_id AS accessKeyId, state, granted, is_imported AS isImported, ' +
  'is_missing AS isMissing, begun_at AS begunAt, changed_at AS changedAt';

/** As SQLite has it: without booleans, and null for undefined. */
type BucketRow = Pick<BucketIntent, 'bucketId' | 'state' | 'begunAt' | 'changedAt'> &
  Readonly<Record<'clusterId' | 'appliedMaxSize', string | null>> &
  Readonly<Record<'isUncertain' | 'isGuarded' | 'isMissing', number>>;

/** `granted` is JSON. */
type KeyRow = Omit<KeyIntent, 'granted' | 'isImported' | 'isMissing'> &
  Readonly<Record<'isImported' | 'isMissing', number>> & { readonly granted: string };

/** Of an access key that was deleted: 30 days. */
const REVOKED_MS = 30 * 24 * 60 * 60_000;
const COLUMN_OF = {
  state: 'state',
  clusterId: 'cluster_id',
  appliedMaxSize: 'applied_max_size',
  isUncertain: 'is_uncertain',
  isGuarded: 'is_guarded',
  isMissing: 'is_missing',
  changedAt: 'changed_at',
} as const satisfies Record<keyof BucketIntentChange | 'changedAt', string>;

/** Intents, stored in the tables `cluster_…`. Secret halves are sealed. */
export class SqliteIntents implements IntentStore {
  readonly installation: string;
  readonly #statements = new Map<string, StatementSync>();

  constructor(
    private readonly database: Database,
    private readonly cipher: Cipher,
    private readonly accessKeys: AccessKeyStore,
    private readonly realNow: () => number = Date.now,
  ) {
    const known = readMeta(database, CLUSTER_META.installation);
    this.installation = known ?? randomBytes(8).toString('hex');
    if (known === undefined) writeMeta(database, CLUSTER_META.installation, this.installation);
  }

  mark(): Mark | undefined {
    const text = readMeta(this.database, CLUSTER_META.mark);
    return text === undefined ? undefined : (JSON.parse(text) as Mark);
  }

  setMark(mark: Mark): void {
    writeMeta(this.database, CLUSTER_META.mark, JSON.stringify(mark));
  }

  isHeld(): boolean {
    return readMeta(this.database, CLUSTER_META.held) === 'true';
  }

  setHeld(isHeld: boolean): void {
    writeMeta(this.database, CLUSTER_META.held, String(isHeld));
  }

  forgotten(): readonly string[] {
    return JSON.parse(readMeta(this.database, CLUSTER_META.forgotten) ?? '[]') as string[];
  }

  forget(clusterId: string): void {
    writeMeta(this.database, CLUSTER_META.forgotten, JSON.stringify([...new Set([...this.forgotten(), clusterId])]));
  }

  addBucket(bucketId: string): void {
    const sql = `INSERT INTO cluster_bucket (bucket_id, state, begun_at, changed_at) VALUES (?, 'creating', ?, ?)`;
    const now = this.realNow();
    this.#sql(sql).run(bucketId, now, now);
  }

  findBucket(bucketId: string): BucketIntent | undefined {
    const row = this.#sql(`SELECT ${BUCKET_COLUMNS} FROM cluster_bucket WHERE bucket_id = ?`).get(bucketId);
    return row && toBucket(row);
  }

  findBucketByCluster(clusterId: string): BucketIntent | undefined {
    const row = this.#sql(`SELECT ${BUCKET_COLUMNS} FROM cluster_bucket WHERE cluster_id = ?`).get(clusterId);
    return row && toBucket(row);
  }

  buckets(): BucketIntent[] {
    const rows = this.#sql(`SELECT ${BUCKET_COLUMNS} FROM cluster_bucket ORDER BY begun_at, bucket_id`).all();
    return rows.map(toBucket);
  }

  changeBucket(bucketId: string, change: BucketIntentChange): void {
    const before = this.findBucket(bucketId);
    if (!before) return;
    const all = begins(before, change) ? { ...change, changedAt: this.realNow() } : change;
    const names = Object.keys(all) as (keyof typeof COLUMN_OF)[];
    const columns = names.map((name) => `${COLUMN_OF[name]} = ?`).join(', ');
    const values = Object.values(all).map((value) => (typeof value === 'boolean' ? Number(value) : (value ?? null)));
    this.#sql(`UPDATE cluster_bucket SET ${columns} WHERE bucket_id = ?`).run(...values, bucketId);
  }

  renameBucket(bucketId: string, alias: string): void {
    this.#sql('UPDATE bucket SET alias = ? WHERE id = ?').run(alias, bucketId);
  }

  deleteBucket(bucketId: string, fence?: { readonly alias: string; readonly until: number }): void {
    this.database.transaction(() => {
      // Also deletes its intent.
      this.#sql('DELETE FROM bucket WHERE id = ?').run(bucketId);
      if (fence) this.#sql('INSERT OR REPLACE INTO cluster_fence VALUES (?, ?)').run(fence.alias, fence.until);
    });
  }

  fences(): { alias: string; until: number }[] {
    return this.#sql('SELECT alias, until FROM cluster_fence ORDER BY until').all() as never;
  }

  removeFence(alias: string): void {
    this.#sql('DELETE FROM cluster_fence WHERE alias = ?').run(alias);
  }

  setUse(bucketId: string, { bytes, objects, at }: MeasuredUse): void {
    const sql = 'UPDATE cluster_bucket SET used_bytes = ?, used_objects = ?, known_at = ? WHERE bucket_id = ?';
    this.#sql(sql).run(bytes, objects, at, bucketId);
  }

  use(bucketId: string): MeasuredUse | undefined {
    const sql =
      'SELECT CAST(used_bytes AS TEXT) AS bytes, used_objects AS objects, known_at AS at FROM cluster_bucket WHERE bucket_id = ?';
    const row = this.#sql(sql).get(bucketId) as { bytes: string | null; objects: number; at: number } | undefined;
    return row === undefined || row.bytes === null ? undefined : { ...row, bytes: BigInt(row.bytes) };
  }

  addKey(key: NewAccessKey, granted: Permissions): void {
    const now = this.realNow();
    const { secretAccessKey, ...wanted } = key;
    const { id, projectId, accessKeyId } = key;
    const sealed = this.cipher.seal(secretAccessKey, record(id));
    this.#sql(
      `INSERT INTO cluster_key (key_id, project_id, access_key_id, state, granted, wanted, sealed_secret, begun_at, changed_at)
       VALUES (?, ?, ?, 'creating', ?, ?, ?, ?, ?)`,
    ).run(id, projectId, accessKeyId, JSON.stringify(granted), JSON.stringify(wanted), sealed, now, now);
  }

  findKey(keyId: string): KeyIntent | undefined {
    const row = this.#sql(`SELECT ${KEY_COLUMNS} FROM cluster_key WHERE key_id = ?`).get(keyId);
    return row && toKey(row);
  }

  findKeyByAccessKeyId(accessKeyId: string): KeyIntent | undefined {
    const row = this.#sql(`SELECT ${KEY_COLUMNS} FROM cluster_key WHERE access_key_id = ?`).get(accessKeyId);
    return row && toKey(row);
  }

  keys(): KeyIntent[] {
    const rows = this.#sql(`SELECT ${KEY_COLUMNS} FROM cluster_key ORDER BY begun_at, key_id`).all();
    return rows.map(toKey);
  }

  newKey(keyId: string): NewAccessKey | undefined {
    const sql = `SELECT wanted, sealed_secret FROM cluster_key WHERE key_id = ? AND state = 'creating'`;
    const row = this.#sql(sql).get(keyId) as { wanted: string; sealed_secret: Uint8Array } | undefined;
    if (!row) return undefined;
    const secretAccessKey = this.cipher.unseal(row.sealed_secret, record(keyId)).toString();
    return { ...(JSON.parse(row.wanted) as NewAccessKey), secretAccessKey };
  }

  setImported(keyId: string): void {
    this.#sql('UPDATE cluster_key SET is_imported = 1 WHERE key_id = ?').run(keyId);
  }

  setMissing(keyId: string, isMissing: boolean): void {
    this.#sql('UPDATE cluster_key SET is_missing = ? WHERE key_id = ?').run(Number(isMissing), keyId);
  }

  completeKey(keyId: string): AccessKey | undefined {
    return this.database.transaction(() => {
      const wanted = this.newKey(keyId);
      if (!wanted) return undefined;
      // Buckets deleted meanwhile were removed from every key.
      const isThere = this.#sql('SELECT 1 FROM bucket WHERE id = ?');
      const bucketIds = wanted.bucketIds.filter((id) => isThere.get(id) !== undefined);
      this.#sql(
        `UPDATE cluster_key SET state = 'live', is_imported = 1, wanted = NULL, sealed_secret = NULL WHERE key_id = ?`,
      ).run(keyId);
      return this.accessKeys.insert({ ...wanted, bucketIds, secretAccessKey: undefined });
    });
  }

  revokeKey(keyId: string): boolean {
    return this.database.transaction(() => {
      this.#sql('DELETE FROM access_key WHERE id = ?').run(keyId);
      const isKnown = this.#sql('SELECT 1 FROM cluster_key WHERE key_id = ?').get(keyId) !== undefined;
      // A repeated revocation keeps its age.
      this.#sql(
        `UPDATE cluster_key SET state = 'revoking', changed_at = ?, wanted = NULL, sealed_secret = NULL
         WHERE key_id = ? AND state != 'revoking'`,
      ).run(this.realNow(), keyId);
      return isKnown;
    });
  }

  findRevoking(keyId: string): Stored | undefined {
    const intent = this.findKey(keyId);
    return intent?.state === 'revoking' ? { id: keyId, projectId: intent.projectId, position: 0 } : undefined;
  }

  removeKey(keyId: string): void {
    this.#sql('DELETE FROM cluster_key WHERE key_id = ?').run(keyId);
  }

  noteRevoked(accessKeyId: string): void {
    const now = this.realNow();
    this.#sql('INSERT OR REPLACE INTO cluster_revoked VALUES (?, ?)').run(accessKeyId, now);
    // Two at most, long after they count: a clock that is far ahead once must not empty the list.
    this.#sql(
      `DELETE FROM cluster_revoked
       WHERE access_key_id IN (SELECT access_key_id FROM cluster_revoked WHERE at < ? ORDER BY at LIMIT 2)`,
    ).run(now - 2 * REVOKED_MS);
  }

  isRevoked(accessKeyId: string): boolean {
    const sql = 'SELECT 1 FROM cluster_revoked WHERE access_key_id = ? AND at >= ?';
    return this.#sql(sql).get(accessKeyId, this.realNow() - REVOKED_MS) !== undefined;
  }

  guard(projectId: string): string | undefined {
    const row = this.#sql('SELECT access_key_id AS id FROM cluster_guard WHERE project_id = ?').get(projectId);
    return row?.id as string | undefined;
  }

  setGuard(projectId: string, accessKeyId: string): void {
    this.#sql('INSERT OR REPLACE INTO cluster_guard VALUES (?, ?)').run(projectId, accessKeyId);
  }

  isGuard(accessKeyId: string): boolean {
    return this.#sql('SELECT 1 FROM cluster_guard WHERE access_key_id = ?').get(accessKeyId) !== undefined;
  }

  #sql(text: string): StatementSync {
    const known = this.#statements.get(text);
    if (known) return known;
    const statement = this.database.connection.prepare(text);
    this.#statements.set(text, statement);
    return statement;
  }
}

const record = (keyId: string) => `cluster_key.secret ${keyId}`;

/** Whether the change starts new work in the cluster; a repeated change keeps its age. */
function begins(before: BucketIntent, change: BucketIntentChange): boolean {
  if (change.state !== undefined && change.state !== before.state) return true;
  return 'appliedMaxSize' in change && change.appliedMaxSize === undefined && before.appliedMaxSize !== undefined;
}

function toBucket(found: unknown): BucketIntent {
  const row = found as BucketRow;
  return {
    ...row,
    clusterId: row.clusterId ?? undefined,
    appliedMaxSize: row.appliedMaxSize === null ? undefined : BigInt(row.appliedMaxSize),
    isUncertain: row.isUncertain === 1,
    isGuarded: row.isGuarded === 1,
    isMissing: row.isMissing === 1,
  };
}

function toKey(found: unknown): KeyIntent {
  const row = found as KeyRow;
  const granted = JSON.parse(row.granted) as Permissions;
  return { ...row, granted, isImported: row.isImported === 1, isMissing: row.isMissing === 1 };
}
