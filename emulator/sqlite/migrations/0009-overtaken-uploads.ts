/** Whether an object of an upload's key was written or deleted since the upload began: a conditional completion then conflicts. */
export const overtakenUploads = /* sql */ `
ALTER TABLE upload ADD COLUMN is_overtaken INTEGER NOT NULL DEFAULT 0;

CREATE TRIGGER object_written AFTER INSERT ON object BEGIN
  UPDATE upload SET is_overtaken = 1 WHERE bucket_id = NEW.bucket_id AND key = NEW.key;
END;

CREATE TRIGGER object_deleted AFTER DELETE ON object BEGIN
  UPDATE upload SET is_overtaken = 1 WHERE bucket_id = OLD.bucket_id AND key = OLD.key;
END;
`;
