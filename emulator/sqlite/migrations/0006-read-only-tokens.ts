/** Tokens that list, and change nothing. */
export const readOnlyTokens = /* sql */ `
ALTER TABLE token ADD COLUMN is_read_only INTEGER NOT NULL DEFAULT 0;
`;
