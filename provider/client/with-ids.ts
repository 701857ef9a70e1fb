/** Ids as JSON strings for a message, in their order, separated by commas; `''` for none. */
export const quoted = (ids: Iterable<string>): string => [...ids].map((id) => JSON.stringify(id)).join(', ');

/**
 * The summary of a warning about objects that nothing else may name, such as ones left behind, adopted or made twice. Terraform merges warnings
 * with equal summaries and shows only one of them, so the summary contains all ids, of which there must be one at least (P45).
 */
export const withIds = (summary: string, ids: Iterable<string>): string => `${summary}: ${quoted(ids)}`;
