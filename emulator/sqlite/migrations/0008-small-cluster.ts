/**
 * One control plane over a storage cluster: each bucket and key has one state there, and nothing else is kept.
 *
 * A bucket that was never ready has no `applied_max_size`, its quota in the cluster. A key has a row in `access_key` only while it is `live`. The row of
 * a deleted key stays, as `revoked`: the cluster may bring the key back. Keys without rights of earlier releases, which held second names of buckets, are
 * deleted in the same way. `begun_at` and `changed_at` are real time.
 */
export const smallCluster = /* sql */ `
ALTER TABLE cluster_bucket DROP COLUMN is_uncertain;
ALTER TABLE cluster_bucket DROP COLUMN is_guarded;
ALTER TABLE cluster_bucket DROP COLUMN used_bytes;
ALTER TABLE cluster_bucket DROP COLUMN used_objects;
ALTER TABLE cluster_bucket DROP COLUMN known_at;
ALTER TABLE cluster_bucket DROP COLUMN changed_at;

ALTER TABLE cluster_key RENAME TO old_cluster_key;
CREATE TABLE cluster_key (
  key_id TEXT PRIMARY KEY,
  project_id TEXT REFERENCES project (id),
  access_key_id TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL CHECK (state IN ('creating', 'live', 'revoking', 'revoked')),
  granted TEXT NOT NULL,
  is_missing INTEGER NOT NULL DEFAULT 0,
  changed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO cluster_key
  SELECT key_id, project_id, access_key_id, state, granted, is_missing, changed_at FROM old_cluster_key;
INSERT OR IGNORE INTO cluster_key
  SELECT access_key_id, NULL, access_key_id, 'revoked', '{}', 0, at FROM cluster_revoked;
INSERT OR IGNORE INTO cluster_key
  SELECT access_key_id, NULL, access_key_id, 'revoked', '{}', 0, unixepoch() * 1000 FROM cluster_guard;
DROP TABLE old_cluster_key;
DROP TABLE cluster_revoked;
DROP TABLE cluster_guard;
DROP TABLE cluster_fence;
DELETE FROM meta WHERE key IN ('cluster mark', 'cluster held', 'cluster forgotten', 'folder id');
`;
