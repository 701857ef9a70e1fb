import type { BlobFiles } from '../domain/objects/ports';
import type { Stores } from '../domain/service';
import { SqliteAccessKeys } from './access-keys';
import { fileNames, SqliteBlobs } from './blobs';
import { SqliteBuckets } from './buckets';
import type { Cipher } from './cipher';
import { CLUSTER_META } from './meta';
import { SqliteObjects } from './objects';
import type { Database } from './open';
import { FOLDER_ID, PLANE_MARK } from './plane-mark';
import { SqlitePullSecrets } from './pull-secrets';
import { SqliteSecrets } from './secrets';
import { SqliteTokens } from './tokens';
import { SqliteUploads } from './uploads';

/** All stores over one database, and files for the bytes of larger objects. */
export function openStores<Files extends BlobFiles>(database: Database, cipher: Cipher, files: Files) {
  return {
    secrets: new SqliteSecrets(database, cipher),
    pullSecrets: new SqlitePullSecrets(database, cipher),
    buckets: new SqliteBuckets(database),
    accessKeys: new SqliteAccessKeys(database, cipher),
    objects: new SqliteObjects(database),
    uploads: new SqliteUploads(database),
    blobs: new SqliteBlobs(database),
    files,
    tokens: new SqliteTokens(database, cipher),
  } satisfies Stores & { readonly tokens: SqliteTokens };
}

/** Buckets and access keys, and all that belongs to them. */
const BUCKET_TABLES =
  'cluster_revoked cluster_fence cluster_guard cluster_key cluster_bucket bucket_configuration part upload object blob access_key bucket'.split(
    ' ',
  );
const TABLES = [...BUCKET_TABLES, 'pull_secret', 'secret', 'token', 'project'];

/** Deletes everything stored, tokens and projects too. The data version and the key check stay. */
export function eraseAll({ connection, transaction }: Database, files: BlobFiles): void {
  const superseded = fileNames(connection);
  transaction(() => {
    for (const table of TABLES) connection.exec(`DELETE FROM ${table}`);
    connection.exec('DELETE FROM sqlite_sequence');
  });
  files.remove(superseded);
}

/**
 * Copies the database into a file, which may be empty, without buckets, access keys and objects, and without what it knows of a cluster, but with these
 * entries of `meta`. Positions are not given twice.
 */
export function copyWithoutBuckets(
  { connection }: Database,
  file: string,
  notes: Readonly<Record<string, string>>,
): void {
  connection.prepare('VACUUM INTO ?').run(file);
  withAttached(connection, file, () => {
    for (const table of [...BUCKET_TABLES, 'freed_file', 'file_writer']) connection.exec(`DELETE FROM copy.${table}`);
    const forget = connection.prepare('DELETE FROM copy.meta WHERE key = ?');
    for (const name of [...Object.values(CLUSTER_META), PLANE_MARK, FOLDER_ID]) forget.run(name);
    const note = connection.prepare('INSERT OR REPLACE INTO copy.meta VALUES (?, ?)');
    for (const [name, text] of Object.entries(notes)) note.run(name, Buffer.from(text));
  });
}

/** Replaces tokens, secrets and pull secrets by those of a file from {@link copyWithoutBuckets}. Projects are only added. */
export function replaceAllButBuckets({ connection, transaction }: Database, file: string): void {
  const replace = () => {
    connection.exec('INSERT OR IGNORE INTO main.project SELECT * FROM copy.project');
    for (const table of ['token', 'token_project', 'secret', 'pull_secret']) {
      connection.exec(`DELETE FROM main.${table}; INSERT INTO main.${table} SELECT * FROM copy.${table}`);
    }
  };
  withAttached(connection, file, () => transaction(replace));
}

/** Whoever restores the copy cannot know what became of these: the key may be in use, so it is unknown, and the deletion may have been refused. */
const UNDECIDED = [
  `DELETE FROM copy.cluster_key WHERE state = 'creating'`,
  `UPDATE copy.cluster_bucket SET state = 'live' WHERE state = 'deleting' AND cluster_id IS NOT NULL`,
];

/**
 * Copies the database of a control plane over a cluster to a new file. The copy holds until all that the cluster has of ours is known to it: the mark
 * alone does not tell a copy from the original before its next signature.
 */
export function copyHeld({ connection, transaction }: Database, file: string): void {
  connection.prepare('VACUUM INTO ?').run(file);
  const hold = () => {
    connection.prepare('INSERT OR REPLACE INTO copy.meta VALUES (?, ?)').run(CLUSTER_META.held, Buffer.from('true'));
    for (const sql of UNDECIDED) connection.exec(sql);
  };
  withAttached(connection, file, () => transaction(hold));
}

/** Runs `work` while the file is attached as `copy`. */
function withAttached(connection: Database['connection'], file: string, work: () => void): void {
  connection.prepare('ATTACH ? AS copy').run(file);
  try {
    work();
  } finally {
    connection.exec('DETACH copy');
  }
}
