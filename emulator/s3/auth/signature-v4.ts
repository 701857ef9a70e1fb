import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { attempt } from '../../../contract/formats/attempt';
import type { S3Request } from '../request';

/*
 * Signature Version 4: request → canonical request → string to sign → signature.
 *
 * Specifications: AWS General Reference, "Create a signed AWS API request" (canonical request, string to sign, key); Amazon S3 API Reference,
 * "Authenticating requests (AWS Signature Version 4)" (a path is encoded once); RFC 3986 (encoding), RFC 9110 (dates).
 */

/** The parts of a request that a signature covers, besides method, path and query. */
export interface Covered {
  readonly signedHeaders: readonly string[];
  /** `x-amz-content-sha256`: of the body in hex, or a word such as `UNSIGNED-PAYLOAD`. */
  readonly payloadHash: string;
}

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

/** Maximum number of cached keys. Each access key uses one per day and region. */
const MOST_KEYS = 1000;

const derived = new Map<string, Uint8Array>();

/** Derives the key for one day, region and service from the secret of an access key. Cached, because it takes four HMACs. */
export function deriveSigningKey(
  secret: string,
  { date, region }: { readonly date: string; readonly region: string },
): Uint8Array {
  const name = `${date}/${region}/${secret}`;
  const known = derived.get(name);
  if (known !== undefined) return known;
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(Buffer.from(`AWS4${secret}`), date), region));
  const [oldest] = derived.size < MOST_KEYS ? [] : derived.keys();
  if (oldest !== undefined) derived.delete(oldest);
  derived.set(name, key);
  return key;
}

/** The signature of a text, in hex. */
export function sign(key: Uint8Array, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

/** Compares two signatures in a time that does not reveal where they differ. */
export function sameSignature(computed: string, provided: string): boolean {
  const [left, right] = [Buffer.from(computed, 'latin1'), Buffer.from(provided, 'utf8')];
  return left.length === right.length && timingSafeEqual(left, right);
}

function hmac(key: Uint8Array, text: string): Uint8Array {
  return createHmac('sha256', key).update(text).digest();
}

/** Time of a signature: the text that was signed, and milliseconds since 1970-01-01 UTC. */
export interface Timestamp {
  /** `20130524T000000Z`. */
  readonly text: string;
  readonly ms: number;
}

const BASIC = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

/** The last timestamp parsed: a client that signs many requests signs most of them in the same second. */
let latest: Timestamp | undefined;

/** Parses `20130524T000000Z`; undefined for anything else, including days that do not exist. */
export function parseTimestamp(text: string): Timestamp | undefined {
  if (latest?.text === text) return latest;
  const [, year, month, day, hour, minute, second] = BASIC.exec(text) ?? [];
  if (year === undefined) return undefined;
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (!(ms >= 0) || toTimestamp(ms) !== text) return undefined;
  latest = { text, ms };
  return latest;
}

/** Parses a `Date` header: an HTTP date (RFC 9110, IMF-fixdate), or a timestamp as in {@link parseTimestamp}. */
export function parseDateHeader(text: string): Timestamp | undefined {
  const ms = Date.parse(text);
  // Requires the exact format: Date.parse accepts a wrong day of the week, and much else.
  if (ms >= 0 && new Date(ms).toUTCString() === text) return { text: toTimestamp(ms), ms };
  return parseTimestamp(text);
}

/** `20130524T000000Z`, from milliseconds since 1970-01-01 UTC. */
export function toTimestamp(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

/** `2013-05-24T00:00:00Z`, as in errors. */
export function toIsoSeconds(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
