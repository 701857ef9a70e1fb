/**
 * What is known about files besides the rows that name them: files that no row names any more and that are still to be removed,
 * and writers that may have left incomplete files. Both belong to the data folder: snapshots do not contain them.
 */
export const fileLedger = /* sql */ `
CREATE TABLE freed_file (
  file TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

CREATE TABLE file_writer (
  writer TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

CREATE TRIGGER blob_freed AFTER DELETE ON blob WHEN OLD.file IS NOT NULL BEGIN
  INSERT OR IGNORE INTO freed_file (file) VALUES (OLD.file);
END;
`;
