import { invalidArgument } from '../errors';
import { parameter, type QueryPairs } from '../query';

/** Maximum number of entries on a page. */
const MOST = 1_000;

/** Reads the maximum number of entries: 0 to 1,000, the default. Throws `InvalidArgument`. */
export function readLimit(query: QueryPairs, name: 'max-keys' | 'max-parts' | 'max-uploads'): number {
  const text = parameter(query, name);
  return text === undefined || text === '' ? MOST : Math.min(MOST, readCount(text, name));
}

/** A whole number from 0 to 2^31 - 1. Throws `InvalidArgument`. */
export function readCount(text: string, name: string): number {
  const count = /^\d{1,10}$/.test(text) ? Number(text) : -1;
  if (count >= 0 && count < 2 ** 31) return count;
  const message = /^-\d+$/.test(text)
    ? `Argument ${name} must be an integer between 0 and 2147483647`
    : `Provided ${name} not an integer or within integer range`;
  throw invalidArgument(message, name, text);
}

/** Encodes keys and prefixes as the request specifies. */
export type KeyEncoding = (text: string) => string;

/** Throws `InvalidArgument` for any `encoding-type` but `url`. */
export function readEncoding(query: QueryPairs): { readonly type: 'url' | undefined; readonly encode: KeyEncoding } {
  const type = parameter(query, 'encoding-type');
  if (type === undefined) return { type: undefined, encode: (text) => text };
  if (type.toLowerCase() === 'url') return { type: 'url', encode: encodeKey };
  throw invalidArgument('Invalid Encoding Method specified in Request', 'encoding-type', type);
}

/** S3's percent-encoding: `/` stays, `+` does not. */
export function encodeKey(text: string): string {
  if (/^[\w.~*/-]*$/.test(text)) return text;
  return encodeURIComponent(text)
    .replaceAll('%2F', '/')
    .replace(/[!'()]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
