import type { NewPullSecret, PullSecret, PullSecretStore } from '../domain/records';
import type { Cipher } from './cipher';
import { type Database, prepareAll } from './open';
import { Table } from './table';

// node:sqlite cuts a text at U+0000, but not bytes.
const COLUMNS = 'position, id, project_id AS projectId, CAST(server AS BLOB) AS server, sealed_username';

interface Row extends Omit<PullSecret, 'server' | 'username'> {
  readonly server: Uint8Array;
  readonly sealed_username: Uint8Array;
}

/** Pull secrets. The user name is sealed like the password, because it is itself a token in some registries. */
export class SqlitePullSecrets extends Table<Row, PullSecret> implements PullSecretStore {
  readonly #sql;

  constructor(
    database: Database,
    private readonly cipher: Cipher,
  ) {
    super(database, 'pull_secret', COLUMNS, ({ position, id, projectId, server, sealed_username }) => {
      const username = cipher.unseal(sealed_username, record('username', id)).toString();
      return { position, id, projectId, server: Buffer.from(server).toString(), username };
    });
    this.#sql = prepareAll(database, {
      insert: `INSERT INTO pull_secret (id, project_id, server, sealed_username, sealed_password) VALUES (?, ?, ?, ?, ?) RETURNING ${COLUMNS}`,
      update: `UPDATE pull_secret SET server = ?, sealed_username = ?, sealed_password = ? WHERE id = ? RETURNING ${COLUMNS}`,
      password: 'SELECT sealed_password FROM pull_secret WHERE id = ?',
    });
  }

  insert({ id, projectId, server, ...secret }: NewPullSecret): PullSecret {
    return this.found(this.#sql.insert.get(id, projectId, server, ...this.#seal(id, secret))) as PullSecret;
  }

  update(id: string, { server, ...secret }: { server: string; username: string; password: string }): PullSecret {
    return this.found(this.#sql.update.get(server, ...this.#seal(id, secret), id)) as PullSecret;
  }

  getPassword(id: string): string {
    const row = this.#sql.password.get(id) as { sealed_password: Uint8Array } | undefined;
    if (!row) throw new Error(`There is no pull secret with the id "${id}".`);
    return this.cipher.unseal(row.sealed_password, record('password', id)).toString();
  }

  #seal(id: string, { username, password }: { username: string; password: string }): [Buffer, Buffer] {
    return [this.cipher.seal(username, record('username', id)), this.cipher.seal(password, record('password', id))];
  }
}

const record = (column: string, id: string) => `pull_secret.${column} ${id}`;
