import { isPermanent } from '../errors/advice';
import { ApiError, MalformedResponseError, NetworkError, RefusedError, TimeoutError } from '../errors/errors';
import type { ClientSettings } from '../settings';

type RetryWaits = Pick<ClientSettings, 'retryWaitMinMs' | 'retryWaitMaxMs'>;

/** Wait before retry `attempt` (0: the first), in ms: by `random` (0 to 1) from the shortest to a ceiling that doubles up to the longest wait. */
export function backoffMs(attempt: number, { retryWaitMinMs, retryWaitMaxMs }: RetryWaits, random: number): number {
  const ceiling = Math.min(retryWaitMaxMs, retryWaitMinMs * 2 ** (attempt + 1));
  return Math.min(retryWaitMinMs, ceiling) + random * Math.max(0, ceiling - retryWaitMinMs);
}

/**
 * The wait of a `Retry-After` header (RFC 9110, 10.2.3) in ms, without a limit: seconds, also with a fraction, or until an HTTP date, 0 for a past
 * one; undefined if it is missing or unusable. `nowMs` is since 1970.
 */
export function parseRetryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1000;
  // Date.parse accepts more than HTTP dates, such as bare numbers. All three forms of the RFC begin with a weekday; one does not name GMT.
  const date = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text.endsWith('GMT') ? text : `${text} GMT`) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}

/** True if a status of a service, or of something in front of it, is transient (P39). */
export const isPassing = (status: number): boolean =>
  [408, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524].includes(status);

/**
 * True if a failed request may be sent again unchanged, and that may help: after a transient status, a network failure that is not permanent, or a
 * timeout, and for a GET after a garbled response. GET, PUT and DELETE are idempotent. A POST is retried only if it certainly had no effect: it
 * returned 429, or failed before its first byte went out (P1). False for any other error, also a cancellation.
 */
export function isRetryable(method: string, error: unknown): boolean {
  const idempotent = method !== 'POST';
  if (error instanceof ApiError) return idempotent ? isPassing(error.status) : error.status === 429;
  if (error instanceof NetworkError) return !isPermanent(error.code) && (idempotent || !error.sent);
  if (error instanceof TimeoutError) return idempotent || !error.sent;
  if (error instanceof MalformedResponseError) return method === 'GET' && error.garbled;
  return false;
}

/** Number of retries after rejections by a rate limit, in multiples of `maxRetries`. */
const LIMITED_TIMES = 10;

export const isLimited = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 429;

/**
 * Number of times that a request may be retried after failures of this kind, if `isRetryable`: `maxRetries`. Half of it, rounded up, if no
 * server listens: with the default settings, a wrong address is reported within 3 seconds, and a restarting service is still reached. Ten
 * times as many after a 429, because others may share the limit: usually the time limit of the operation is over first.
 */
export function retriesAfter(error: unknown, maxRetries: number): number {
  if (isLimited(error)) return LIMITED_TIMES * maxRetries;
  return error instanceof NetworkError && error.code === 'ECONNREFUSED' ? Math.ceil(maxRetries / 2) : maxRetries;
}

/** True if a failure may pass, for work that nothing would redo: unlike `isRetryable`, also for any status from 500 on, any malformed response and any success that says no. */
export function mayPass(error: unknown): boolean {
  if (error instanceof ApiError) return error.status === 408 || error.status === 429 || error.status >= 500;
  if (error instanceof NetworkError) return !isPermanent(error.code);
  return [TimeoutError, MalformedResponseError, RefusedError].some((kind) => error instanceof kind);
}
