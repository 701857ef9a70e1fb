/**
 * Since when what is undone of an intent has been so, in real time: `begun_at` is when its bucket or key was asked for. Of those that are
 * there already it is not known; no alarm shall go off for them.
 */
export const intentsChanged = /* sql */ `
ALTER TABLE cluster_bucket ADD COLUMN changed_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE cluster_key ADD COLUMN changed_at INTEGER NOT NULL DEFAULT 0;
UPDATE cluster_bucket SET changed_at = unixepoch() * 1000;
UPDATE cluster_key SET changed_at = unixepoch() * 1000;
`;
