/** Access keys that were deleted in a storage cluster, and when, in real time: those that a rollback of the cluster brings back are deleted again. */
export const revokedKeys = /* sql */ `
CREATE TABLE cluster_revoked (access_key_id TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`;
