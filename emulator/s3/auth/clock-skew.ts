import { S3Error } from '../errors';
import { type Timestamp, toIsoSeconds, toTimestamp } from './timestamp';

/** Allowed clock skew between client and server, for every way to sign, in milliseconds. */
export const MAX_SKEW_MS = 15 * 60 * 1000;

/** Refuses a signature in headers that is older or newer than {@link MAX_SKEW_MS} by real time (E5): a test that moves the clock must not break every SDK. */
export function checkAge(signedAt: Timestamp, realNow: number): void {
  if (Math.abs(realNow - signedAt.ms) <= MAX_SKEW_MS) return;
  throw new S3Error(
    'RequestTimeTooSkewed',
    'The difference between the request time and the current time is too large.',
    {
      RequestTime: toTimestamp(signedAt.ms),
      ServerTime: toIsoSeconds(realNow),
      MaxAllowedSkewMilliseconds: String(MAX_SKEW_MS),
    },
  );
}
