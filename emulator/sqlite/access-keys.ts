import type { KnownSecrets } from '../domain/known-secrets';
import type { AccessKey, AccessKeyStore, NewAccessKey } from '../domain/records';
import type { Cipher } from './cipher';
import { type Database, prepareAll } from './open';
import { Table } from './table';

const COLUMNS = `position, id, project_id AS projectId, access_key_id AS accessKeyId, can_read, can_write, can_own, created_at AS createdAt,
  (SELECT json_group_array(bucket_id ORDER BY place) FROM access_key_bucket AS link WHERE link.access_key_id = access_key.id) AS bucket_ids`;

interface Row extends Omit<AccessKey, 'bucketIds' | 'permissions'> {
  readonly can_read: number;
  readonly can_write: number;
  readonly can_own: number;
  /** A JSON array. */
  readonly bucket_ids: string;
}

interface Sealed {
  readonly id: string;
  readonly sealed_secret: Uint8Array;
}

/** Access keys and their buckets. Secret halves are sealed. */
export class SqliteAccessKeys extends Table<Row, AccessKey> implements AccessKeyStore {
  readonly #sql;

  constructor(
    database: Database,
    private readonly cipher: Cipher,
    private readonly known: Pick<KnownSecrets, 'add'>,
  ) {
    super(database, 'access_key', COLUMNS, toAccessKey);
    this.#sql = prepareAll(database, {
      findByAccessKeyId: `SELECT ${COLUMNS} FROM access_key WHERE access_key_id = ?`,
      insert: `INSERT INTO access_key (id, project_id, access_key_id, sealed_secret, can_read, can_write, can_own, created_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING position`,
      insertBucket: 'INSERT INTO access_key_bucket (access_key_id, place, bucket_id) VALUES (?, ?, ?)',
      addBucket: `INSERT INTO access_key_bucket (access_key_id, place, bucket_id)
        SELECT ?1, COALESCE(MAX(place) + 1, 0), ?2 FROM access_key_bucket WHERE access_key_id = ?1`,
      secret: 'SELECT sealed_secret FROM access_key WHERE id = ?',
      secrets: 'SELECT id, sealed_secret FROM access_key WHERE length(sealed_secret) > 0',
    });
  }

  /** Inserts several rows; the caller owns the transaction. */
  insert({ secretAccessKey, ...key }: NewAccessKey, { isElsewhere = false } = {}): AccessKey {
    const { id, projectId, accessKeyId, permissions, createdAt } = key;
    this.known.add(secretAccessKey);
    const sealed = isElsewhere ? NOT_KEPT : this.cipher.seal(secretAccessKey, record(id));
    const bits = [permissions.read, permissions.write, permissions.owner].map(Number) as [number, number, number];
    const row = this.#sql.insert.get(id, projectId, accessKeyId, sealed, ...bits, createdAt) as { position: number };
    key.bucketIds.forEach((bucketId, place) => void this.#sql.insertBucket.run(id, place, bucketId));
    return { ...key, position: row.position };
  }

  addBucket(id: string, bucketId: string): void {
    this.#sql.addBucket.run(id, bucketId);
  }

  findByAccessKeyId(accessKeyId: string): AccessKey | undefined {
    return this.found(this.#sql.findByAccessKeyId.get(accessKeyId));
  }

  findSecretAccessKey(id: string): string | undefined {
    const row = this.#sql.secret.get(id) as { sealed_secret: Uint8Array } | undefined;
    if (!row) throw new Error(`There is no access key with the id "${id}".`);
    if (row.sealed_secret.length === 0) return undefined;
    return this.#unseal({ id, ...row });
  }

  /** The decrypted secret halves of all keys. */
  *secretHalves(): Generator<string> {
    for (const row of this.#sql.secrets.all()) yield this.#unseal(row as unknown as Sealed);
  }

  #unseal({ id, sealed_secret }: Sealed): string {
    return this.cipher.unseal(sealed_secret, record(id)).toString();
  }
}

/** Placeholder for a secret half that is stored elsewhere, where signatures are checked. */
const NOT_KEPT = new Uint8Array();

const record = (id: string) => `access_key.secret ${id}`;

function toAccessKey(row: Row): AccessKey {
  return {
    position: row.position,
    id: row.id,
    projectId: row.projectId,
    accessKeyId: row.accessKeyId,
    bucketIds: JSON.parse(row.bucket_ids) as string[],
    permissions: { read: row.can_read === 1, write: row.can_write === 1, owner: row.can_own === 1 },
    createdAt: row.createdAt,
  };
}
