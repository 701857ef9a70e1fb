import type { Bucket } from '../domain/records';
import type { BucketChange, BucketStore, NewBucket } from '../domain/stores';
import { ListQuery } from './list-query';
import type { Database } from './open';

// A quota may need all 63 bits: reading it as text spares the row's other integers from becoming BigInts. node:sqlite cuts a text
// at U+0000, but not bytes.
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
export class SqliteBuckets implements BucketStore {
  readonly #list: ListQuery<Row>;
  readonly #find;
  readonly #findByAlias;
  readonly #insert;
  readonly #update;
  readonly #settle;
  readonly #delete;

  constructor(database: Database) {
    const { connection } = database;
    this.#list = new ListQuery(database, 'bucket', COLUMNS);
    this.#find = connection.prepare(`SELECT ${COLUMNS} FROM bucket WHERE id = ?`);
    this.#findByAlias = connection.prepare(`SELECT ${COLUMNS} FROM bucket WHERE alias = ?`);
    this.#insert = connection.prepare(
      `INSERT INTO bucket (id, project_id, alias, max_size, description, created_at, updated_at, settled)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING ${COLUMNS}`,
    );
    this.#update = connection.prepare(
      `UPDATE bucket SET max_size = ?, description = ?, updated_at = ? WHERE id = ? RETURNING ${COLUMNS}`,
    );
    this.#settle = connection.prepare('UPDATE bucket SET settled = 1 WHERE id = ?');
    this.#delete = connection.prepare('DELETE FROM bucket WHERE id = ?');
  }

  insert({ id, projectId, alias, maxSize, description, createdAt, updatedAt, settled }: NewBucket): Bucket {
    const row = this.#insert.get(id, projectId, alias, maxSize, description, createdAt, updatedAt, settled ? 1 : 0);
    return toBucket(row as unknown as Row);
  }

  find(id: string): Bucket | undefined {
    const row = this.#find.get(id) as Row | undefined;
    return row && toBucket(row);
  }

  findByAlias(alias: string): Bucket | undefined {
    const row = this.#findByAlias.get(alias) as Row | undefined;
    return row && toBucket(row);
  }

  list(projectIds: readonly string[], after?: number, limit?: number): Bucket[] {
    return this.#list.all(projectIds, after, limit).map(toBucket);
  }

  update(id: string, { maxSize, description, updatedAt }: BucketChange): Bucket {
    return toBucket(this.#update.get(maxSize, description, updatedAt, id) as unknown as Row);
  }

  settle(id: string): void {
    this.#settle.run(id);
  }

  delete(id: string): void {
    this.#delete.run(id);
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
