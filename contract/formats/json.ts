/*
 * JSON that keeps every digit of an integer. A quota may be as large as 2^63 - 1, which a JavaScript number cannot hold. Integers outside the safe
 * range are therefore parsed to `bigint`, and a `bigint` is written as its digits. Everything else is ordinary JSON.
 */

/** The result of {@link parseJson}. */
export type Json = null | boolean | number | bigint | string | Json[] | { [key: string]: Json };

const LONG_NUMBER = /\d{16}/;
const INTEGER = /^-?\d+$/;

/** `JSON.parse`, but with integers beyond ±(2^53 - 1), written as digits only, as `bigint`. Throws a `SyntaxError` if the text is not JSON. */
export function parseJson(text: string): Json {
  // A reviver costs several times the parse itself, so it is used only if a number may be too long.
  return LONG_NUMBER.test(text) ? (JSON.parse(text, keepDigits) as Json) : (JSON.parse(text) as Json);
}

/** `JSON.stringify`, with a `bigint` as a JSON integer. */
export function stringifyJson(value: unknown, indent?: number): string {
  // A replacer doubles the cost, and few values contain a bigint.
  try {
    return JSON.stringify(value, undefined, indent);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  const asNumber = (_key: string, part: unknown) => (typeof part === 'bigint' ? rawJson(part.toString()) : part);
  return JSON.stringify(value, asNumber, indent);
}

// The source text of a number is in Node 22 and Bun, but not yet in TypeScript's library.
function keepDigits(this: unknown, _key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  return context?.source !== undefined && INTEGER.test(context.source) ? BigInt(context.source) : value;
}

/** The raw writer of JSON: in Node 22 and Bun, but not yet in TypeScript's library. */
export const { rawJSON: rawJson } = JSON as unknown as { rawJSON(text: string): unknown };
