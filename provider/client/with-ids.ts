/** Ids as a message lists them. */
export const quoted = (ids: Iterable<string>): string => [...ids].map((id) => JSON.stringify(id)).join(', ');

/**
 * The summary of a warning that is the only record of what is left behind, adopted or made twice. Terraform merges warnings of
 * equal summary and shows one of them, so the ids belong there, every one (P45).
 */
export const withIds = (summary: string, ids: Iterable<string>): string => `${summary}: ${quoted(ids)}`;
