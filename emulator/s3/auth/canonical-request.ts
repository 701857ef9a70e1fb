import { hash } from 'node:crypto';
import { attempt } from '../../../contract/formats/attempt';
import type { S3Request } from '../request';
import type { Claim } from './claim';

/** The parts of a request that a signature covers, besides method, path and query. */
export type Covered = Pick<Claim, 'signedHeaders' | 'payloadHash'>;

/**
 * The text whose hash is signed. Its characters are bytes (latin1): header values are signed as they were sent.
 *
 * S3 encodes a path once. Most clients sign the path that they send. Some send a path that is encoded less than S3 requires
 * (`(`, `=`) but sign it in S3's own encoding: `path` says which one to use.
 *
 * Source: Signature Version 4, "Create a canonical request".
 */
export function toCanonicalRequest(
  request: Pick<S3Request, 'method' | 'query' | 'headers'>,
  covered: Covered,
  path: string,
): string {
  let headers = '';
  for (const name of covered.signedHeaders) {
    const value = request.headers[name];
    // A signed header that is missing must not look like an empty one.
    if (value !== undefined) headers += `${name}:${trim(String(value))}\n`;
  }
  return (
    `${request.method}\n${path}\n${toCanonicalQuery(request.query)}\n${headers}\n` +
    `${covered.signedHeaders.join(';')}\n${covered.payloadHash}`
  );
}

/** The text that is signed: when, for which scope, and the hash of the canonical request. Source: Signature Version 4. */
export function toStringToSign({ text, scope }: { text: string; scope: string }, canonicalRequest: string): string {
  return `AWS4-HMAC-SHA256\n${text}\n${scope}\n${hash('sha256', Buffer.from(canonicalRequest, 'latin1'))}`;
}

/** A path that is not encoded, in S3's own encoding. */
export function encodePath(path: string): string {
  return path.split('/').map(encode).join('/');
}

/** The path with each byte encoded exactly as S3 requires; undefined if it cannot be decoded. */
export function normalizePath(rawPath: string): string | undefined {
  return attempt(() => rawPath.split('/').map(decodeURIComponent).map(encode).join('/'));
}

/** The parameters but for the signature, encoded and in the order in which they are signed. */
export function toCanonicalQuery(query: S3Request['query']): string {
  if (query.length === 0) return '';
  const signature = query.findIndex(([name]) => name === 'X-Amz-Signature');
  return query
    .filter((_, index) => index !== signature)
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** Encodes everything but the unreserved characters of RFC 3986. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Trims spaces and tabs only: other white space in a latin1 text is the middle of a UTF-8 character. */
function trim(value: string): string {
  return value.replace(/^[ \t]+|[ \t]+$/g, '').replace(/[ \t]+/g, ' ');
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
