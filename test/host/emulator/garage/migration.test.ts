import { expect, test } from 'vitest';
import { openCipher } from '../../../../emulator/sqlite/cipher';
import { migrations } from '../../../../emulator/sqlite/migrations';
import { openDatabase } from '../../../../emulator/sqlite/open';
import { openStorage } from '../../../../emulator/storage/storage';
import { temporaryFolder } from '../support';

const KEY = Buffer.alloc(32, 7).toString('base64');
const [C1, C2, C3] = ['1', '2', '3'].map((digit) => digit.repeat(64)) as [string, string, string];
/** The tables of the last release that had more of them. */
const VERSION = 7;

/** A folder of that release, with buckets and keys in every state. */
function oldFolder(): string {
  const folder = temporaryFolder();
  const database = openDatabase(folder, migrations.slice(0, VERSION));
  const { connection } = database;
  openCipher(database, Buffer.from(KEY, 'base64'));
  connection.exec(`INSERT INTO project VALUES ('project-1');
    INSERT INTO meta VALUES ('object plane', CAST('garage' AS BLOB)), ('installation', CAST('0123456789abcdef' AS BLOB)),
      ('cluster mark', CAST('{}' AS BLOB)), ('cluster held', CAST('true' AS BLOB));
    INSERT INTO cluster_guard VALUES ('project-1', 'GKguard');
    INSERT INTO cluster_revoked VALUES ('GKrevoked', ${Date.now()});
    INSERT INTO cluster_fence VALUES ('an-alias', 1)`);
  const bucket = connection.prepare(
    `INSERT INTO bucket (id, project_id, alias, max_size, created_at, updated_at, settled) VALUES (?, 'project-1', ?, 1000, 1, 1, 1)`,
  );
  const intent = connection.prepare(
    `INSERT INTO cluster_bucket (bucket_id, state, cluster_id, applied_max_size, is_missing, begun_at) VALUES (?, ?, ?, ?, ?, ?)`,
  );
  for (const [id, state, clusterId, quota, isMissing] of [
    ['live', 'live', C1, 1000, 0],
    ['missing', 'live', C2, 1000, 1],
    ['creating', 'creating', null, null, 0],
    ['deleting', 'deleting', C3, 1000, 0],
  ] as const) {
    bucket.run(id, `alias-of-${id}`);
    intent.run(id, state, clusterId, quota, isMissing, 5);
  }
  const accessKey = connection.prepare(
    `INSERT INTO cluster_key (key_id, project_id, access_key_id, state, granted, wanted, sealed_secret, begun_at, changed_at)
     VALUES (?, 'project-1', ?, ?, '{"read":true,"write":false,"owner":false}', ?, ?, 5, 6)`,
  );
  for (const state of ['live', 'revoking']) accessKey.run(`key-${state}`, `GK${state}`, state, null, null);
  accessKey.run('key-creating', 'GKcreating', 'creating', '{}', Buffer.from('sealed'));
  connection.exec(
    `INSERT INTO access_key (id, project_id, access_key_id, sealed_secret, can_read, can_write, can_own, created_at)
     VALUES ('key-live', 'project-1', 'GKlive', x'', 1, 0, 0, 1)`,
  );
  database.close();
  return folder;
}

test('E10: a folder of the larger mode over a cluster opens with its buckets and keys in their states', async () => {
  const storage = openStorage(oldFolder(), { encryptionKey: KEY, plane: 'garage' });
  const { connection } = storage.database;
  const read = (sql: string) =>
    connection
      .prepare(sql)
      .all()
      .map((row) => Object.values(row).join(' '));

  expect(
    read('SELECT bucket_id, state, cluster_id, applied_max_size, is_missing FROM cluster_bucket ORDER BY 1'),
  ).toEqual([
    ...[
      'creating creating   0',
      `deleting deleting ${C3} 1000 0`,
      `live live ${C1} 1000 0`,
      `missing live ${C2} 1000 1`,
    ],
  ]);
  expect(read('SELECT access_key_id, state, coalesce(project_id, 0) FROM cluster_key ORDER BY 1')).toEqual([
    ...['GKcreating creating project-1', 'GKguard revoked 0', 'GKlive live project-1', 'GKrevoked revoked 0'],
    'GKrevoking revoking project-1',
  ]);
  expect(read("SELECT key FROM meta WHERE key LIKE 'cluster%'")).toEqual([]);
  expect(
    read("SELECT name FROM sqlite_schema WHERE name IN ('cluster_guard', 'cluster_revoked', 'cluster_fence')"),
  ).toEqual([]);
  expect(read('PRAGMA foreign_key_check')).toEqual([]);
  await storage.close();
});
