/** Ids as JSON strings for a message, in their order, separated by commas; `''` for none. */
export const quoted = (ids: Iterable<string>): string => [...ids].map((id) => JSON.stringify(id)).join(', ');

/** The summary of a warning about objects that nothing else names, with all ids, at least one: of equal summaries Terraform shows only one (P45). */
export const withIds = (summary: string, ids: Iterable<string>): string => `${summary}: ${quoted(ids)}`;
