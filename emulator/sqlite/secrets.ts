import type { NewSecret, Secret, SecretStore } from '../domain/records';
import type { Cipher } from './cipher';
import { type Database, prepareAll } from './open';
import { Table } from './table';

const COLUMNS = 'position, id, project_id AS projectId, name';

/** Key/value secrets. Values are sealed. */
export class SqliteSecrets extends Table<Secret, Secret> implements SecretStore {
  readonly #sql;

  constructor(
    database: Database,
    private readonly cipher: Cipher,
  ) {
    super(database, 'secret', COLUMNS, (secret) => secret);
    this.#sql = prepareAll(database, {
      findByName: `SELECT ${COLUMNS} FROM secret WHERE project_id = ? AND name = ? LIMIT 1`,
      // Without RETURNING: the new row is known, and reading it back adds half the time again.
      insert: 'INSERT INTO secret (id, project_id, name, sealed_value) VALUES (?, ?, ?, ?)',
      update: 'UPDATE secret SET sealed_value = ?, name = ? WHERE position = ?',
      setValue: 'UPDATE secret SET sealed_value = ? WHERE position = ?',
      value: 'SELECT sealed_value FROM secret WHERE id = ?',
    });
  }

  insert({ id, projectId, name, value }: NewSecret): Secret {
    const { lastInsertRowid } = this.#sql.insert.run(id, projectId, name, this.#seal(id, value));
    return { position: Number(lastInsertRowid), id, projectId, name };
  }

  findByName(projectId: string, name: string): Secret | undefined {
    return this.found(this.#sql.findByName.get(projectId, name));
  }

  update(prior: Secret, { name, value }: { name: string; value: Uint8Array }): Secret {
    const { position, id } = prior;
    const sealed = this.#seal(id, value);
    // Setting a name to its current value would rewrite its index.
    if (name === prior.name) this.#sql.setValue.run(sealed, position);
    else this.#sql.update.run(sealed, name, position);
    return { ...prior, name };
  }

  getValue(id: string): Uint8Array {
    const row = this.#sql.value.get(id) as { sealed_value: Uint8Array } | undefined;
    if (!row) throw new Error(`There is no secret with the id "${id}".`);
    return this.cipher.unseal(row.sealed_value, record(id));
  }

  #seal(id: string, value: Uint8Array): Buffer {
    return this.cipher.seal(value, record(id));
  }
}

const record = (id: string) => `secret.value ${id}`;
