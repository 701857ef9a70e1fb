import { type Database, prepareAll } from './open';

/** A table of one kind of object of the service, whose rows have a position, an id and a project. */
export class Table<Row, Found> {
  readonly #sql;
  #last: { readonly question: string; readonly changes: number; readonly rows: readonly Row[] } | undefined;

  /** @param columns columns of `table` to select, as SQL, which `toObject` makes an object of */
  constructor(
    protected readonly database: Database,
    table: string,
    columns: string,
    private readonly toObject: (row: Row) => Found,
  ) {
    this.#sql = prepareAll(database, {
      list: `SELECT ${columns} FROM ${table} WHERE project_id IN (SELECT value FROM json_each(?)) AND position > ? ORDER BY position LIMIT ?`,
      find: `SELECT ${columns} FROM ${table} WHERE id = ?`,
      delete: `DELETE FROM ${table} WHERE id = ?`,
    });
  }

  /** Objects of the projects in list order, one page or all of them. Clients poll, so the last rows are cached until something changes. */
  list(projectIds: readonly string[], after = 0, limit = -1): Found[] {
    const projects = JSON.stringify(projectIds);
    const question = `${projects} ${after} ${limit}`;
    const changes = this.database.changes();
    if (this.#last?.question !== question || this.#last.changes !== changes) {
      this.#last = { question, changes, rows: this.#sql.list.all(projects, after, limit) as Row[] };
    }
    return this.#last.rows.map(this.toObject);
  }

  find(id: string): Found | undefined {
    return this.found(this.#sql.find.get(id));
  }

  delete(id: string): void {
    this.#sql.delete.run(id);
  }

  /** The object of a row; undefined if there is none. */
  protected found(row: unknown): Found | undefined {
    return row === undefined ? undefined : this.toObject(row as Row);
  }
}
