/**
 * Objects, multipart uploads, bucket configuration, and how much of each bucket is used.
 *
 * Keys are stored as UTF-8 bytes: they sort as in S3, and may hold a NUL. A blob's bytes are in its row or in the file that it
 * names; `refs` counts the segments of objects and parts that refer to it. `segments` is a JSON array of [blob, offset, length];
 * `attributes`, `checksum` and `parts` are JSON too. Sizes are in bytes and do not count unfinished uploads. `version` and
 * `position` grow and are never reused. A bucket must be emptied before it is deleted.
 */
export const objects = /* sql */ `
ALTER TABLE bucket ADD COLUMN used_bytes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE bucket ADD COLUMN used_objects INTEGER NOT NULL DEFAULT 0;

CREATE TABLE blob (
  id INTEGER PRIMARY KEY,
  refs INTEGER NOT NULL CHECK (refs >= 0),
  size INTEGER NOT NULL,
  file TEXT,
  bytes BLOB,
  CHECK ((file IS NULL) <> (bytes IS NULL))
) STRICT;
CREATE UNIQUE INDEX blob_by_file ON blob (file) WHERE file IS NOT NULL;

CREATE TABLE object (
  version INTEGER PRIMARY KEY AUTOINCREMENT,
  bucket_id TEXT NOT NULL REFERENCES bucket (id),
  key BLOB NOT NULL,
  size INTEGER NOT NULL,
  etag TEXT NOT NULL,
  checksum TEXT,
  last_modified INTEGER NOT NULL,
  upload_id TEXT,
  attributes TEXT NOT NULL,
  parts TEXT,
  segments TEXT NOT NULL,
  UNIQUE (bucket_id, key)
) STRICT;

CREATE TABLE upload (
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  random TEXT NOT NULL,
  bucket_id TEXT NOT NULL REFERENCES bucket (id),
  key BLOB NOT NULL,
  checksum TEXT,
  initiated_at INTEGER NOT NULL,
  access_key_id TEXT NOT NULL,
  attributes TEXT NOT NULL
) STRICT;
CREATE INDEX upload_by_key ON upload (bucket_id, key, position);

CREATE TABLE part (
  upload_position INTEGER NOT NULL REFERENCES upload (position) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  size INTEGER NOT NULL,
  etag TEXT NOT NULL,
  checksum TEXT,
  last_modified INTEGER NOT NULL,
  segments TEXT NOT NULL,
  PRIMARY KEY (upload_position, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE bucket_configuration (
  bucket_id TEXT NOT NULL REFERENCES bucket (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (bucket_id, kind)
) STRICT, WITHOUT ROWID;
`;
