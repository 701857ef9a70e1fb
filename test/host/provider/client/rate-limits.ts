import type { Limit } from '../../../../scripts/support/rate-limits';

/** `perSecond` in the long run, and `burst` at once. */
export function tokenBucket(perSecond: number, burst: number): Limit {
  let tokens = burst;
  let filledMs: number | undefined;
  return (nowMs) => {
    tokens = Math.min(burst, tokens + ((nowMs - (filledMs ?? nowMs)) / 1000) * perSecond);
    filledMs = nowMs;
    // Tolerates the rounding of fractions.
    if (tokens < 1 - 1e-9) return ((1 - tokens) / perSecond) * 1000;
    tokens -= 1;
    return 0;
  };
}

/** `most` in each window of the clock. */
export function fixedWindow(most: number, windowMs: number): Limit {
  let window = Number.NaN;
  let count = 0;
  return (nowMs) => {
    const current = Math.floor(nowMs / windowMs);
    if (current !== window) [window, count] = [current, 0];
    count += 1;
    return count > most ? (current + 1) * windowMs - nowMs : 0;
  };
}
