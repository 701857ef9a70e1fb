/** True if a value from outside is an object with members, neither null nor an array. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** A copy without undefined members, which JSON does not have but callers in this process may set. Other values are returned unchanged. */
export function withoutUndefined<T>(value: T): T {
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;
}
