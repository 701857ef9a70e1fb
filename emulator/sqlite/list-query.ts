import type { StatementSync } from 'node:sqlite';
import type { Database } from './open';

/** Rows of one table in given projects, in list order, one page or all of them. */
export class ListQuery<Row> {
  readonly #statement: StatementSync;
  #last: { readonly question: string; readonly changes: number; readonly rows: readonly Row[] } | undefined;

  /** @param columns columns of `table` to select, as SQL */
  constructor(
    private readonly database: Database,
    table: string,
    columns: string,
  ) {
    this.#statement = database.connection.prepare(
      `SELECT ${columns} FROM ${table} WHERE project_id IN (SELECT value FROM json_each(?)) AND position > ? ORDER BY position LIMIT ?`,
    );
  }

  /** Clients poll, so the last rows are cached until something changes. */
  all(projectIds: readonly string[], after = 0, limit = -1): Row[] {
    const projects = JSON.stringify(projectIds);
    const question = `${projects} ${after} ${limit}`;
    const changes = this.database.changes();
    if (this.#last?.question !== question || this.#last.changes !== changes) {
      this.#last = { question, changes, rows: this.#statement.all(projects, after, limit) as Row[] };
    }
    return [...this.#last.rows];
  }
}
