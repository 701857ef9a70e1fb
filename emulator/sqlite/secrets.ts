import type { Secret } from '../domain/records';
import type { NewSecret, SecretStore } from '../domain/stores';
import type { Cipher } from './cipher';
import { ListQuery } from './list-query';
import type { Database } from './open';

const COLUMNS = 'position, id, project_id AS projectId, name';

/** Key/value secrets. Values are sealed. */
export class SqliteSecrets implements SecretStore {
  readonly #list: ListQuery<Secret>;
  readonly #find;
  readonly #findByName;
  readonly #insert;
  readonly #update;
  readonly #setValue;
  readonly #delete;
  readonly #value;

  constructor(
    database: Database,
    private readonly cipher: Cipher,
  ) {
    const { connection } = database;
    this.#list = new ListQuery(database, 'secret', COLUMNS);
    this.#find = connection.prepare(`SELECT ${COLUMNS} FROM secret WHERE id = ?`);
    this.#findByName = connection.prepare(`SELECT ${COLUMNS} FROM secret WHERE project_id = ? AND name = ? LIMIT 1`);
    // Without RETURNING: the new row is known, and reading it back adds half the time again.
    this.#insert = connection.prepare('INSERT INTO secret (id, project_id, name, sealed_value) VALUES (?, ?, ?, ?)');
    this.#update = connection.prepare('UPDATE secret SET sealed_value = ?, name = ? WHERE position = ?');
    this.#setValue = connection.prepare('UPDATE secret SET sealed_value = ? WHERE position = ?');
    this.#delete = connection.prepare('DELETE FROM secret WHERE id = ?');
    this.#value = connection.prepare('SELECT sealed_value FROM secret WHERE id = ?');
  }

  insert({ id, projectId, name, value }: NewSecret): Secret {
    const { lastInsertRowid } = this.#insert.run(id, projectId, name, this.#seal(id, value));
    return { position: Number(lastInsertRowid), id, projectId, name };
  }

  find(id: string): Secret | undefined {
    return this.#find.get(id) as Secret | undefined;
  }

  findByName(projectId: string, name: string): Secret | undefined {
    return this.#findByName.get(projectId, name) as Secret | undefined;
  }

  list(projectIds: readonly string[], after?: number, limit?: number): Secret[] {
    return this.#list.all(projectIds, after, limit);
  }

  update(prior: Secret, { name, value }: { name: string; value: Uint8Array }): Secret {
    const { position, id } = prior;
    const sealed = this.#seal(id, value);
    // Setting a name to its current value would rewrite its index.
    if (name === prior.name) this.#setValue.run(sealed, position);
    else this.#update.run(sealed, name, position);
    return { ...prior, name };
  }

  delete(id: string): void {
    this.#delete.run(id);
  }

  getValue(id: string): Uint8Array {
    const row = this.#value.get(id) as { sealed_value: Uint8Array } | undefined;
    if (!row) throw new Error(`There is no secret with the id "${id}".`);
    return this.cipher.unseal(row.sealed_value, record(id));
  }

  #seal(id: string, value: Uint8Array): Buffer {
    return this.cipher.seal(value, record(id));
  }
}

const record = (id: string) => `secret.value ${id}`;
