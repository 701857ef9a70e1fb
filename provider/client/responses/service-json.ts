import { type Json, parseJson } from '../../../contract/formats/json';

/** The escape of a surrogate, alone or in a pair. */
const SURROGATE = /\\u[dD][89a-fA-F]/;

/**
 * Parses JSON from the service, with integers beyond ±(2^53 - 1), written as digits only, as `bigint`. Here its text is made well-formed (P34): an
 * escaped lone surrogate, which Terraform cannot keep, becomes U+FFFD. Skips a byte-order mark before the JSON. Throws a `SyntaxError`, whose message
 * may quote the text, for text that is not JSON, an empty one included.
 */
export function parseServiceJson(text: string): Json {
  const json = parseJson(text.startsWith('\ufeff') ? text.slice(1) : text);
  return SURROGATE.test(text) ? toWellFormed(json) : json;
}

function toWellFormed(json: Json): Json {
  if (typeof json === 'string') return json.toWellFormed();
  if (Array.isArray(json)) return json.map(toWellFormed);
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(Object.entries(json).map(([key, part]) => [key.toWellFormed(), toWellFormed(part)]));
}
