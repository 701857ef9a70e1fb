import type { PullSecret } from '../domain/records';
import type { NewPullSecret, PullSecretStore } from '../domain/stores';
import type { Cipher } from './cipher';
import { ListQuery } from './list-query';
import type { Database } from './open';

// node:sqlite cuts a text at U+0000, but not bytes.
const COLUMNS = 'position, id, project_id, CAST(server AS BLOB) AS server, sealed_username';

interface Row {
  readonly position: number;
  readonly id: string;
  readonly project_id: string;
  readonly server: Uint8Array;
  readonly sealed_username: Uint8Array;
}

/** Pull secrets. The user name is sealed like the password, because it is itself a token in some registries. */
export class SqlitePullSecrets implements PullSecretStore {
  readonly #list: ListQuery<Row>;
  readonly #find;
  readonly #insert;
  readonly #update;
  readonly #delete;
  readonly #password;

  constructor(
    database: Database,
    private readonly cipher: Cipher,
  ) {
    const { connection } = database;
    this.#list = new ListQuery(database, 'pull_secret', COLUMNS);
    this.#find = connection.prepare(`SELECT ${COLUMNS} FROM pull_secret WHERE id = ?`);
    this.#insert = connection.prepare(
      `INSERT INTO pull_secret (id, project_id, server, sealed_username, sealed_password) VALUES (?, ?, ?, ?, ?) RETURNING ${COLUMNS}`,
    );
    this.#update = connection.prepare(
      `UPDATE pull_secret SET server = ?, sealed_username = ?, sealed_password = ? WHERE id = ? RETURNING ${COLUMNS}`,
    );
    this.#delete = connection.prepare('DELETE FROM pull_secret WHERE id = ?');
    this.#password = connection.prepare('SELECT sealed_password FROM pull_secret WHERE id = ?');
  }

  insert({ id, projectId, server, username, password }: NewPullSecret): PullSecret {
    const row = this.#insert.get(
      id,
      projectId,
      server,
      this.#seal('username', id, username),
      this.#seal('password', id, password),
    );
    return this.#toPullSecret(row as unknown as Row);
  }

  find(id: string): PullSecret | undefined {
    const row = this.#find.get(id) as Row | undefined;
    return row && this.#toPullSecret(row);
  }

  list(projectIds: readonly string[], after?: number, limit?: number): PullSecret[] {
    return this.#list.all(projectIds, after, limit).map((row) => this.#toPullSecret(row));
  }

  update(
    id: string,
    { server, username, password }: { server: string; username: string; password: string },
  ): PullSecret {
    const row = this.#update.get(
      server,
      this.#seal('username', id, username),
      this.#seal('password', id, password),
      id,
    );
    return this.#toPullSecret(row as unknown as Row);
  }

  delete(id: string): void {
    this.#delete.run(id);
  }

  getPassword(id: string): string {
    const row = this.#password.get(id) as { sealed_password: Uint8Array } | undefined;
    if (!row) throw new Error(`There is no pull secret with the id "${id}".`);
    return this.cipher.unseal(row.sealed_password, record('password', id)).toString();
  }

  #seal(column: string, id: string, text: string): Buffer {
    return this.cipher.seal(text, record(column, id));
  }

  #toPullSecret({ position, id, project_id, server, sealed_username }: Row): PullSecret {
    const username = this.cipher.unseal(sealed_username, record('username', id)).toString();
    return { position, id, projectId: project_id, server: Buffer.from(server).toString(), username };
  }
}

const record = (column: string, id: string) => `pull_secret.${column} ${id}`;
