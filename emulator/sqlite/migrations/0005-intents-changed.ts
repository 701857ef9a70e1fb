/**
 * When the current work of an intent began, in real time; `begun_at` is when its bucket or key was requested. For existing
 * intents this is not known, and the time of the migration keeps alarms from going off for them.
 */
export const intentsChanged = /* sql */ `
ALTER TABLE cluster_bucket ADD COLUMN changed_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE cluster_key ADD COLUMN changed_at INTEGER NOT NULL DEFAULT 0;
UPDATE cluster_bucket SET changed_at = unixepoch() * 1000;
UPDATE cluster_key SET changed_at = unixepoch() * 1000;
`;
