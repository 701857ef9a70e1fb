/** Whether a value from outside is an object with members: no null, and no array. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Returns a copy without members that are undefined: JSON has none, but callers in this process may set them. What has no members stays. */
export function withoutUndefined<T>(value: T): T {
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;
}
