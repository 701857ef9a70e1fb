import type { StatementSync } from 'node:sqlite';
import type { Database } from './open';

/** Rows of one table in some projects, in list order, one page or all of them. */
export class ListQuery<Row> {
  readonly #statement: StatementSync;
  #last: { readonly question: string; readonly changes: number; readonly rows: readonly Row[] } | undefined;

  /** @param columns what to select of `table`, as SQL */
  constructor(
    private readonly database: Database,
    table: string,
    columns: string,
  ) {
    this.#statement = database.connection.prepare(
      `SELECT ${columns} FROM ${table} WHERE project_id IN (SELECT value FROM json_each(?)) AND position > ? ORDER BY position LIMIT ?`,
    );
  }

  /** Clients poll: the rows of the last response are kept for as long as nothing was changed. */
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
