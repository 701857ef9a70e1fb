/** The result of reading what may be unreadable; undefined if it throws. */
export function attempt<R>(work: () => R): R | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
