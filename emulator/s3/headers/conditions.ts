import type { IncomingHttpHeaders } from 'node:http';
import type { StoredObject } from '../../domain/objects/records';
import type { Condition } from '../../domain/objects/write';
import type { ServiceCall } from '../call';
import { noSuchKey, S3Error } from '../errors';

/** The properties of an object that conditions check. */
type Validators = Pick<StoredObject, 'etag' | 'lastModified'>;

/**
 * Checks the conditions of GET and HEAD. Throws `PreconditionFailed`; false: the client's copy is still current. `now`: the time of the service in milliseconds.
 *
 * An ETag condition overrides the date condition beside it. Source: GetObject, "If-Match", "If-None-Match".
 */
export function checkReadConditions(headers: IncomingHttpHeaders, object: Validators, now: number): boolean {
  const failed = failedCondition(headers, object, now, '');
  if (failed === undefined) return true;
  if (failed === 'if-match' || failed === 'if-unmodified-since') throw preconditionFailed(failed);
  return false;
}

/** Prefix of the headers with conditions on the source of a copy. */
const OF_SOURCE = 'x-amz-copy-source-';

/** Checks the conditions on the source of a copy. Throws `PreconditionFailed` if any of them fails. */
export function checkCopyConditions(headers: IncomingHttpHeaders, source: Validators, now: number): void {
  const failed = failedCondition(headers, source, now, OF_SOURCE);
  if (failed !== undefined) throw preconditionFailed(failed);
}

/** Conditions of a write, to check when it commits; undefined: none. Source: PutObject, `If-Match` (ETag or `*`), `If-None-Match` (`*` only). */
export function writeCondition(headers: IncomingHttpHeaders, key: string) {
  const match = headers['if-match'];
  const noneMatch = headers['if-none-match'];
  if (match === undefined && noneMatch === undefined) return undefined;
  if (match !== undefined && noneMatch !== undefined) {
    throw unheeded('If-Match,If-None-Match', 'Multiple conditional request headers present in the request');
  }
  if (noneMatch !== undefined && noneMatch.trim() !== '*') {
    throw unheeded('If-None-Match', "We don't accept the provided value of If-None-Match header for this API");
  }
  return (current: Validators | undefined) => {
    if (match !== undefined) requireMatch(match, key, current);
    if (noneMatch !== undefined && current) throw preconditionFailed('if-none-match');
  };
}

function unheeded(Header: string, additionalMessage: string): S3Error {
  const says = 'A header you provided implies functionality that is not implemented';
  return new S3Error('NotImplemented', says, { Header, additionalMessage });
}

/** The condition, and that the key and the bucket of the request are still there. */
export function whileCurrent(call: Pick<ServiceCall, 'requireCurrent'>, condition: Condition | undefined): Condition {
  return (current) => {
    call.requireCurrent();
    condition?.(current);
  };
}

/** Checks an ETag condition: `If-Match`, or the `ETag` of an entry of DeleteObjects. */
export function requireMatch(match: string, key: string, current: Validators | undefined): void {
  if (!current) throw noSuchKey(key);
  if (!matches(match, current.etag)) throw preconditionFailed('if-match');
}

/** Whether the object is still the one that `If-Range` identifies; the range applies only then. */
export function isRangeFresh(ifRange: string | undefined, object: Validators): boolean {
  if (ifRange === undefined) return true;
  if (ifRange.includes('"')) return matches(ifRange, object.etag);
  const since = toSeconds(ifRange);
  return since === undefined ? matches(ifRange, object.etag) : Math.floor(object.lastModified / 1000) <= since;
}

/** Name of the header whose condition fails; `prefix`: that of the headers for the source of a copy. */
function failedCondition(
  headers: IncomingHttpHeaders,
  { etag, lastModified }: Validators,
  now: number,
  prefix: string,
): string | undefined {
  const seconds = Math.floor(lastModified / 1000);
  const sent = (name: string) => headers[prefix + name] as string | undefined;
  const match = sent('if-match');
  if (match !== undefined) {
    if (!matches(match, etag)) return `${prefix}if-match`;
  } else {
    const since = toSeconds(sent('if-unmodified-since'));
    if (since !== undefined && seconds > since) return `${prefix}if-unmodified-since`;
  }
  const noneMatch = sent('if-none-match');
  if (noneMatch !== undefined) return matches(noneMatch, etag) ? `${prefix}if-none-match` : undefined;
  const since = toSeconds(sent('if-modified-since'));
  // A date in the future is no condition. Source: RFC 9110, 13.1.3.
  const isPast = since !== undefined && since <= Math.floor(now / 1000);
  return isPast && seconds <= since ? `${prefix}if-modified-since` : undefined;
}

/** Matches a list of ETags, with or without quotes, weak or strong; `*` matches any. */
function matches(list: string, etag: string): boolean {
  if (list.trim() === '*') return true;
  return list.split(',').some((one) => unquote(one.trim()) === etag);
}

/** Removes the quotes of an ETag, and the prefix of a weak one. */
export function unquote(etag: string): string {
  const strong = etag.startsWith('W/') ? etag.slice(2) : etag;
  return strong.startsWith('"') && strong.endsWith('"') && strong.length > 1 ? strong.slice(1, -1) : strong;
}

function preconditionFailed(header: string): S3Error {
  const [prefix, own] = header.startsWith(OF_SOURCE) ? [OF_SOURCE, header.slice(OF_SOURCE.length)] : ['', header];
  const name = own.replace(/(^|-)([a-z])/g, (_, dash: string, letter: string) => dash + letter.toUpperCase());
  return new S3Error('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold', {
    Condition: prefix + name,
  });
}

/** An unreadable date does not count as a condition. */
function toSeconds(date: string | undefined): number | undefined {
  if (date === undefined) return undefined;
  const ms = Date.parse(date);
  return Number.isNaN(ms) ? undefined : Math.floor(ms / 1000);
}
