import type { Stores } from '../domain/service';
import { SqliteAccessKeys } from './access-keys';
import { SqliteBuckets } from './buckets';
import type { Cipher } from './cipher';
import type { Database } from './open';
import { SqlitePullSecrets } from './pull-secrets';
import { SqliteSecrets } from './secrets';
import { SqliteTokens } from './tokens';

/** All stores over one database. */
export function openStores(database: Database, cipher: Cipher): Stores & { readonly tokens: SqliteTokens } {
  return {
    secrets: new SqliteSecrets(database, cipher),
    pullSecrets: new SqlitePullSecrets(database, cipher),
    buckets: new SqliteBuckets(database),
    accessKeys: new SqliteAccessKeys(database, cipher),
    tokens: new SqliteTokens(database, cipher),
  };
}

/** Deletes every object, token and project. The data version and the key check stay. */
export function eraseAll({ connection, transaction }: Database): void {
  transaction(() => {
    for (const table of ['access_key', 'bucket', 'pull_secret', 'secret', 'token', 'project']) {
      connection.exec(`DELETE FROM ${table}`);
    }
    connection.exec('DELETE FROM sqlite_sequence');
  });
}
