import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** Rows of one table in some projects, in list order, one page or all of them. */
export class ListQuery<Row> {
  readonly #statement: StatementSync;

  /** @param columns what to select of `table`, as SQL */
  constructor(connection: DatabaseSync, table: string, columns: string) {
    this.#statement = connection.prepare(
      `SELECT ${columns} FROM ${table} WHERE project_id IN (SELECT value FROM json_each(?)) AND position > ? ORDER BY position LIMIT ?`,
    );
  }

  all(projectIds: readonly string[], after = 0, limit = -1): Row[] {
    return this.#statement.all(JSON.stringify(projectIds), after, limit) as Row[];
  }
}
