import type { Bucket } from '../domain/records';
import type { BucketChange, BucketStore, NewBucket } from '../domain/stores';
import { ListQuery } from './list-query';
import type { Database } from './open';

const COLUMNS = 'position, id, project_id, alias, max_size, description, created_at, updated_at, settled';

/** Integers come as `bigint`: a quota may need all 63 bits. */
interface Row {
  readonly position: bigint;
  readonly id: string;
  readonly project_id: string;
  readonly alias: string;
  readonly max_size: bigint;
  readonly description: string | null;
  readonly created_at: bigint;
  readonly updated_at: bigint;
  readonly settled: bigint;
}

/** Buckets. Deleting one takes it out of every access key. */
export class SqliteBuckets implements BucketStore {
  readonly #list: ListQuery<Row>;
  readonly #find;
  readonly #findByAlias;
  readonly #insert;
  readonly #update;
  readonly #settle;
  readonly #delete;

  constructor({ connection }: Database) {
    const prepare = (sql: string) => {
      const statement = connection.prepare(sql);
      statement.setReadBigInts(true);
      return statement;
    };
    this.#list = new ListQuery(connection, 'bucket', COLUMNS, true);
    this.#find = prepare(`SELECT ${COLUMNS} FROM bucket WHERE id = ?`);
    this.#findByAlias = prepare(`SELECT ${COLUMNS} FROM bucket WHERE alias = ?`);
    this.#insert = prepare(
      `INSERT INTO bucket (id, project_id, alias, max_size, description, created_at, updated_at, settled)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING ${COLUMNS}`,
    );
    this.#update = prepare(
      `UPDATE bucket SET max_size = ?, description = ?, updated_at = ? WHERE id = ? RETURNING ${COLUMNS}`,
    );
    this.#settle = prepare('UPDATE bucket SET settled = 1 WHERE id = ?');
    this.#delete = prepare('DELETE FROM bucket WHERE id = ?');
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
    position: Number(row.position),
    id: row.id,
    projectId: row.project_id,
    alias: row.alias,
    maxSize: row.max_size,
    description: row.description,
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
    settled: row.settled === 1n,
  };
}
