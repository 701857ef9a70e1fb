/**
 * Projects, tokens, and the four kinds of object.
 *
 * `position` is the order of creation and of lists. Columns named `sealed_…` hold AES-256-GCM ciphertext (see cipher.ts); times
 * are milliseconds since 1970-01-01 UTC. Secret names are not unique, because one reading of the interface allows duplicates.
 */
export const initial = /* sql */ `
CREATE TABLE meta (
  key TEXT PRIMARY KEY,
  value BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE project (
  id TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

CREATE TABLE token (
  hash BLOB PRIMARY KEY,
  origin TEXT NOT NULL CHECK (origin IN ('start', 'issued'))
) STRICT, WITHOUT ROWID;

CREATE TABLE token_project (
  token_hash BLOB NOT NULL REFERENCES token (hash) ON DELETE CASCADE,
  place INTEGER NOT NULL,
  project_id TEXT NOT NULL REFERENCES project (id),
  PRIMARY KEY (token_hash, place)
) STRICT, WITHOUT ROWID;

CREATE TABLE secret (
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  project_id TEXT NOT NULL REFERENCES project (id),
  name TEXT NOT NULL,
  sealed_value BLOB NOT NULL
) STRICT;
CREATE INDEX secret_by_name ON secret (project_id, name);

CREATE TABLE pull_secret (
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  project_id TEXT NOT NULL REFERENCES project (id),
  server TEXT NOT NULL,
  sealed_username BLOB NOT NULL,
  sealed_password BLOB NOT NULL
) STRICT;
CREATE INDEX pull_secret_by_project ON pull_secret (project_id);

CREATE TABLE bucket (
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  project_id TEXT NOT NULL REFERENCES project (id),
  alias TEXT NOT NULL UNIQUE,
  max_size INTEGER NOT NULL CHECK (max_size >= 1),
  description TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  settled INTEGER NOT NULL
) STRICT;
CREATE INDEX bucket_by_project ON bucket (project_id);

CREATE TABLE access_key (
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  project_id TEXT NOT NULL REFERENCES project (id),
  access_key_id TEXT NOT NULL UNIQUE,
  sealed_secret BLOB NOT NULL,
  can_read INTEGER NOT NULL,
  can_write INTEGER NOT NULL,
  can_own INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX access_key_by_project ON access_key (project_id);

CREATE TABLE access_key_bucket (
  access_key_id TEXT NOT NULL REFERENCES access_key (id) ON DELETE CASCADE,
  place INTEGER NOT NULL,
  bucket_id TEXT NOT NULL REFERENCES bucket (id) ON DELETE CASCADE,
  PRIMARY KEY (access_key_id, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX access_key_bucket_by_bucket ON access_key_bucket (bucket_id);
`;
