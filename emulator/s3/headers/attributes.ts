import type { IncomingHttpHeaders } from 'node:http';
import type { ObjectAttributes, StoredObject } from '../../domain/objects/records';
import { S3Error } from '../errors';
import { parameter, type QueryPairs } from '../query';
import { readMetadata, writeMetadata } from './metadata';

/** Headers that are kept with an object and sent with it. */
const KEPT = ['cache-control', 'content-disposition', 'content-language', 'expires'] as const;

const DEFAULT_TYPE = 'binary/octet-stream';
const REDIRECT = 'x-amz-website-redirect-location';

/** What a client says about the object it writes. Throws when S3 would not keep it. */
export function readAttributes(headers: IncomingHttpHeaders): ObjectAttributes {
  const kept: Record<string, string> = { 'content-type': headers['content-type'] || DEFAULT_TYPE };
  for (const name of KEPT) {
    const value = headers[name];
    if (typeof value === 'string' && value !== '') kept[name] = value;
  }
  const encoding = withoutChunking(headers['content-encoding']);
  if (encoding !== undefined) kept['content-encoding'] = encoding;
  const redirect = headers[REDIRECT];
  if (typeof redirect === 'string') kept[REDIRECT] = checkRedirect(redirect);
  for (const name in kept) requireHeaderValue(name, kept[name] ?? '');
  return { headers: kept, metadata: readMetadata(headers) };
}

/** `aws-chunked` says how the body travelled, not what it is: S3 takes it off and keeps the rest. */
function withoutChunking(encoding: string | undefined): string | undefined {
  if (encoding === undefined || encoding === '') return undefined;
  if (!encoding.includes('aws-chunked')) return encoding;
  const rest = encoding
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== 'aws-chunked');
  return rest.length === 0 ? undefined : rest.join(',');
}

function checkRedirect(location: string): string {
  if (/^(\/|https?:\/\/)/.test(location) && Buffer.byteLength(location) <= 2048) return location;
  throw new S3Error(
    'InvalidRedirectLocation',
    "The website redirect location must have a prefix of 'http://' or 'https://' or '/'.",
  );
}

/** Headers of GET and HEAD that describe the object. */
export function describe(object: StoredObject): Record<string, string> {
  const headers: Record<string, string> = {
    'last-modified': toHttpDate(object.lastModified),
    etag: `"${object.etag}"`,
    'accept-ranges': 'bytes',
  };
  for (const name in object.headers) headers[name] = object.headers[name] ?? '';
  writeMetadata(object.metadata, headers);
  return headers;
}

/** What a cache learns anew of the copy that it has. Source: RFC 9110, 15.4.5. */
export function ofUnmodified(headers: Record<string, string>): Record<string, string> {
  const told = ['etag', 'last-modified', 'cache-control', 'expires'];
  return Object.fromEntries(Object.entries(headers).filter(([name]) => told.includes(name)));
}

const OVERRIDES: ReadonlyMap<string, string> = new Map([
  ['response-cache-control', 'cache-control'],
  ['response-content-disposition', 'content-disposition'],
  ['response-content-encoding', 'content-encoding'],
  ['response-content-language', 'content-language'],
  ['response-content-type', 'content-type'],
  ['response-expires', 'expires'],
]);

/** Puts what the URL asks to be said instead of what is kept; every request here is signed, as S3 wants it for this. */
export function override(headers: Record<string, string>, query: QueryPairs): void {
  if (query.length === 0) return;
  for (const [name, value] of query) {
    const header = OVERRIDES.get(name);
    if (header === undefined || value === '') continue;
    requireHeaderValue(name, value);
    headers[header] = value;
  }
}

/** Throws for a text that no header can have: what comes in a query or in the field of a form may be any. */
function requireHeaderValue(name: string, value: string): void {
  if (!/[^\t\u0020-\u007e\u0080-\u00ff]/.test(value)) return;
  throw new S3Error('InvalidArgument', 'Header value cannot be represented using ISO-8859-1.', {
    ArgumentName: name,
    ArgumentValue: value,
  });
}

/** Refuses a version that cannot be: without versioning every object has the version `null`. */
export function checkVersion(query: QueryPairs): void {
  if (query.length === 0) return;
  const version = parameter(query, 'versionId');
  if (version === undefined || version === 'null') return;
  throw new S3Error('InvalidArgument', 'Invalid version id specified', {
    ArgumentName: 'versionId',
    ArgumentValue: version,
  });
}

/** As `Last-Modified` has it. */
export const toHttpDate = perSecond((date) => date.toUTCString());

/** As documents have it: ISO 8601 with milliseconds, which S3 writes as zeros. */
export const toIsoDate = perSecond((date) => `${date.toISOString().slice(0, 19)}.000Z`);

/** Writes seconds of dates, given in milliseconds. Objects are often of one second: the last text is kept. */
function perSecond(write: (date: Date) => string): (ms: number) => string {
  let [lastSecond, lastText] = [Number.NaN, ''];
  return (ms) => {
    const second = Math.floor(ms / 1000);
    if (second !== lastSecond) [lastSecond, lastText] = [second, write(new Date(ms))];
    return lastText;
  };
}
