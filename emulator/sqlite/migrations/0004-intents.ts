/**
 * Intents for a storage cluster, for emulators that store their objects in one. Empty in all others.
 *
 * A row is written before the first call to the cluster. A key has a row in `access_key` only while it is live; its secret half
 * is here only while the key is being created. `cluster_guard` has the keys without permissions that hold second names of
 * buckets, `cluster_fence` the names that a late call may still create. `begun_at`, `known_at` and `until` are real time. An
 * empty `access_key.sealed_secret` means that the secret half is not kept.
 */
export const intents = /* sql */ `
CREATE TABLE cluster_bucket (
  bucket_id TEXT PRIMARY KEY REFERENCES bucket (id) ON DELETE CASCADE,
  state TEXT NOT NULL CHECK (state IN ('creating', 'live', 'deleting')),
  cluster_id TEXT UNIQUE,
  applied_max_size INTEGER,
  is_uncertain INTEGER NOT NULL DEFAULT 0,
  is_guarded INTEGER NOT NULL DEFAULT 0,
  is_missing INTEGER NOT NULL DEFAULT 0,
  begun_at INTEGER NOT NULL,
  used_bytes INTEGER,
  used_objects INTEGER,
  known_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE cluster_key (
  key_id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES project (id),
  access_key_id TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL CHECK (state IN ('creating', 'live', 'revoking')),
  granted TEXT NOT NULL,
  wanted TEXT,
  sealed_secret BLOB,
  is_imported INTEGER NOT NULL DEFAULT 0,
  is_missing INTEGER NOT NULL DEFAULT 0,
  begun_at INTEGER NOT NULL,
  CHECK (state = 'creating' OR sealed_secret IS NULL)
) STRICT, WITHOUT ROWID;

CREATE TABLE cluster_guard (
  project_id TEXT PRIMARY KEY REFERENCES project (id),
  access_key_id TEXT NOT NULL UNIQUE
) STRICT, WITHOUT ROWID;

CREATE TABLE cluster_fence (
  alias TEXT PRIMARY KEY,
  until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`;
