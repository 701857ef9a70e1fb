import type { Bucket } from '../domain/records';
import type { BucketChange, BucketStore, NewBucket } from '../domain/stores';
import { type Database, prepareAll } from './open';
import { Table } from './table';

// A quota may need all 63 bits: reading it as text spares the row's other integers from becoming BigInts. node:sqlite cuts a text at U+0000, not bytes.
const COLUMNS =
  'position, id, project_id, alias, CAST(max_size AS TEXT) AS max_size, CAST(description AS BLOB) AS description, ' +
  'created_at, updated_at, settled';

interface Row {
  readonly position: number;
  readonly id: string;
  readonly project_id: string;
  readonly alias: string;
  readonly max_size: string;
  readonly description: Uint8Array | null;
  readonly created_at: number;
  readonly updated_at: number;
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
    projectId: row.project_id,
    alias: row.alias,
    maxSize: BigInt(row.max_size),
    description: row.description && Buffer.from(row.description).toString(),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    settled: row.settled === 1,
  };
}
