/** Rows that a scan reads at once: initially, unless the caller says how many it expects, and at most. */
const SMALLEST_BATCH = 4;
const LARGEST_BATCH = 1_024;

/** A listing with a delimiter may need a single row before it skips ahead; one without needs a page. */
export const firstBatch = (expected = SMALLEST_BATCH): number => Math.min(expected, LARGEST_BATCH);

export const nextBatch = (size: number): number => Math.min(4 * size, LARGEST_BATCH);
