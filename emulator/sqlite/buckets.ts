import type { Bucket, BucketChange, BucketStore, NewBucket } from '../domain/records';
import { type Database, prepareAll } from './open';
import { Table } from './table';

// A quota may need all 63 bits: reading it as text spares the row's other integers from becoming BigInts. node:sqlite cuts a text at U+0000, not bytes.
const COLUMNS =
  'position, id, project_id AS projectId, alias, CAST(max_size AS TEXT) AS maxSize, CAST(description AS BLOB) AS description, ' +
  'created_at AS createdAt, updated_at AS updatedAt, settled';

interface Row extends Omit<Bucket, 'maxSize' | 'description' | 'settled'> {
  readonly maxSize: string;
  readonly description: Uint8Array | null;
  readonly settled: number;
}

/** Buckets. Deleting one removes it from every access key. */
export class SqliteBuckets extends Table<Row, Bucket> implements BucketStore {
  readonly #sql;

  constructor(database: Database) {
    super(database, 'bucket', COLUMNS, toBucket);
    this.#sql = prepareAll(database, {
      findByAlias: `SELECT ${COLUMNS} FROM bucket WHERE alias = ?`,
      insert: `INSERT INTO bucket (id, project_id, alias, max_size, description, created_at, updated_at, settled)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING ${COLUMNS}`,
      update: `UPDATE bucket SET max_size = ?, description = ?, updated_at = ? WHERE id = ? RETURNING ${COLUMNS}`,
      settle: 'UPDATE bucket SET settled = 1 WHERE id = ?',
    });
  }

  insert({ id, projectId, alias, maxSize, description, createdAt, updatedAt, settled }: NewBucket): Bucket {
    const row = this.#sql.insert.get(id, projectId, alias, maxSize, description, createdAt, updatedAt, settled ? 1 : 0);
    return toBucket(row as unknown as Row);
  }

  findByAlias(alias: string): Bucket | undefined {
    return this.found(this.#sql.findByAlias.get(alias));
  }

  update(id: string, { maxSize, description, updatedAt }: BucketChange): Bucket {
    return toBucket(this.#sql.update.get(maxSize, description, updatedAt, id) as unknown as Row);
  }

  settle(id: string): void {
    this.#sql.settle.run(id);
  }
}

function toBucket(row: Row): Bucket {
  return {
    position: row.position,
    id: row.id,
    projectId: row.projectId,
    alias: row.alias,
    maxSize: BigInt(row.maxSize),
    description: row.description && Buffer.from(row.description).toString(),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    settled: row.settled === 1,
  };
}
