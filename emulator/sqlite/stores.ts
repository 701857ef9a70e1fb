import { KnownSecrets } from '../domain/known-secrets';
import type { BlobFiles } from '../domain/objects/ports';
import type { Stores } from '../domain/service';
import { SqliteAccessKeys } from './access-keys';
import { fileNames, SqliteBlobs } from './blobs';
import { SqliteBuckets } from './buckets';
import type { Cipher } from './cipher';
import { SqliteObjects } from './objects';
import type { Database } from './open';
import { SqlitePullSecrets } from './pull-secrets';
import { SqliteSecrets } from './secrets';
import { SqliteTokens } from './tokens';
import { SqliteUploads } from './uploads';

/** All stores over one database, and files for the bytes of larger objects. */
export function openStores<Files extends BlobFiles>(database: Database, cipher: Cipher, files: Files) {
  const known: KnownSecrets = new KnownSecrets(() => accessKeys.secretHalves());
  const accessKeys = new SqliteAccessKeys(database, cipher, known);
  return {
    known,
    accessKeys,
    secrets: new SqliteSecrets(database, cipher),
    pullSecrets: new SqlitePullSecrets(database, cipher),
    buckets: new SqliteBuckets(database),
    objects: new SqliteObjects(database),
    uploads: new SqliteUploads(database),
    blobs: new SqliteBlobs(database),
    files,
    tokens: new SqliteTokens(database, cipher, known),
  } satisfies Stores & { readonly tokens: SqliteTokens; readonly known: KnownSecrets };
}

const TABLES =
  'cluster_key cluster_bucket bucket_configuration part upload object blob access_key bucket pull_secret secret token project'.split(
    ' ',
  );

/** Deletes everything stored, tokens and projects too. The data version and the key check stay. */
export function eraseAll({ connection, transaction }: Database, files: BlobFiles): void {
  const superseded = fileNames(connection);
  transaction(() => {
    for (const table of TABLES) connection.exec(`DELETE FROM ${table}`);
    connection.exec('DELETE FROM sqlite_sequence');
  });
  files.remove(superseded);
}
