import type { IncomingHttpHeaders } from 'node:http';
import type { ObjectAttributes, StoredObject } from '../../domain/objects/records';
import { invalidArgument, S3Error } from '../errors';
import { parameter, type QueryPairs } from '../query';
import { namesIn } from '../request';
import { readMetadata, writeMetadata } from './metadata';

/** Headers that are stored with an object and sent with it. */
const KEPT = ['cache-control', 'content-disposition', 'content-language', 'expires'] as const;

const DEFAULT_TYPE = 'binary/octet-stream';
const REDIRECT = 'x-amz-website-redirect-location';

/** Reads the attributes of an object to be written. Throws if S3 would not store them. */
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
  for (const [name, value] of Object.entries(kept)) requireHeaderValue(name, value);
  return { headers: kept, metadata: readMetadata(headers) };
}

/** `aws-chunked` describes the transfer, not the object: S3 removes it and stores the rest. */
function withoutChunking(encoding: string | undefined): string | undefined {
  if (encoding === undefined || encoding === '') return undefined;
  if (!encoding.includes('aws-chunked')) return encoding;
  const rest = namesIn(encoding).filter((name) => name !== 'aws-chunked');
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
    ...object.headers,
  };
  writeMetadata(object.metadata, headers);
  return headers;
}

/** Headers of a 304 response, which refresh a cached copy. Source: RFC 9110, 15.4.5. */
export function ofUnmodified(headers: Record<string, string>): Record<string, string> {
  const told = ['etag', 'last-modified', 'cache-control', 'expires'];
  return Object.fromEntries(Object.entries(headers).filter(([name]) => told.includes(name)));
}

const OVERRIDE = /^response-(cache-control|content-(?:disposition|encoding|language|type)|expires)$/;

/** Overrides stored headers as the URL requests. S3 requires a signed request for this, and every request here is signed. */
export function override(headers: Record<string, string>, query: QueryPairs): void {
  for (const [name, value] of query) {
    const header = OVERRIDE.exec(name)?.[1];
    if (header === undefined || value === '') continue;
    requireHeaderValue(name, value);
    headers[header] = value;
  }
}

/** Throws for text that no header may hold: query parameters and form fields may hold any text. */
function requireHeaderValue(name: string, value: string): void {
  if (!/[^\t\u0020-\u007e\u0080-\u00ff]/.test(value)) return;
  throw invalidArgument('Header value cannot be represented using ISO-8859-1.', name, value);
}

/** Refuses a version that cannot exist: without versioning every object has the version `null`. */
export function checkVersion(query: QueryPairs): void {
  const version = parameter(query, 'versionId');
  if (version === undefined || version === 'null') return;
  const says = version === '' ? 'Version id cannot be the empty string' : 'Invalid version id specified';
  throw invalidArgument(says, 'versionId', version);
}

/** The format of `Last-Modified`. */
export const toHttpDate = perSecond((date) => date.toUTCString());

/** The format of XML documents: ISO 8601 with milliseconds, which S3 writes as zeros. */
export const toIsoDate = perSecond((date) => `${date.toISOString().slice(0, 19)}.000Z`);

/** Formats dates, given in milliseconds, to the second. Caches the last text, because objects often share a second. */
function perSecond(write: (date: Date) => string): (ms: number) => string {
  let [lastSecond, lastText] = [Number.NaN, ''];
  return (ms) => {
    const second = Math.floor(ms / 1000);
    if (second !== lastSecond) [lastSecond, lastText] = [second, write(new Date(ms))];
    return lastText;
  };
}
