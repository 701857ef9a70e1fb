import { type Json, parseJson } from '../../contract';

/** The escape of half a character, or of one half of a whole one. */
const SURROGATE = /\\u[dD][89a-fA-F]/;

/**
 * JSON that the service sent. The one place where its text is made well-formed (P34): half a surrogate pair, which Terraform cannot
 * keep, becomes U+FFFD. A byte-order mark before the JSON is passed over. Throws a `SyntaxError` for what is not JSON.
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
