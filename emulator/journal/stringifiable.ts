import { type Json, rawJson } from '../../contract/formats/json';

/**
 * The same value, which `JSON.stringify` takes: integers beyond ±(2^53 - 1) are `bigint` in it, and are written with all their digits.
 * What holds one gets a `toJSON` that neither a loop nor a comparison sees.
 */
export function stringifiable<T extends Json>(value: T): T {
  if (value === null || typeof value !== 'object') return value;
  const parts: readonly unknown[] = Object.values(value);
  for (const part of parts) stringifiable(part as Json);
  if (parts.some((part) => typeof part === 'bigint')) Object.defineProperty(value, 'toJSON', { value: toJson });
  return value;
}

function toJson(this: object): unknown {
  const inDigits = (part: unknown) => (typeof part === 'bigint' ? rawJson(String(part)) : part);
  if (Array.isArray(this)) return this.map(inDigits);
  return Object.fromEntries(Object.entries(this).map(([name, part]) => [name, inDigits(part)]));
}
