import { Pace } from '../../../../../provider/client/http/pace';

/** A second, and what the network may be late by. */
export const CYCLE_MS = 1_030;

/** A pace after a first run of so many accepted and rejected requests at once, and a pause. */
export function afterBurst(accepted: number, rejected: number, pauseMs: number) {
  const pace = new Pace();
  for (let count = 0; count < accepted + rejected; count += 1) pace.admit(0, 0);
  for (let count = 0; count < accepted; count += 1) pace.accept(0);
  for (let count = 0; count < rejected; count += 1) pace.reject(0, 50, pauseMs);
  return pace;
}

export const shareOf = (pace: Pace) => (pace.perSecond * CYCLE_MS) / 1_000;

/** A pace at the beginning, at `fromMs`, of its second run with a share of so many requests in each second; below one it is one request per pause. */
export function withShare(share: number, pauseMs: number) {
  const pace = afterBurst(Math.floor(share), 9, pauseMs);
  const fromMs = 50 + pauseMs;
  pace.admit(fromMs, fromMs);
  if (pace.perSecond === Number.POSITIVE_INFINITY) {
    pace.reject(1, fromMs, pauseMs);
    pace.admit(fromMs + pauseMs, fromMs + pauseMs);
    return { pace, fromMs: fromMs + pauseMs };
  }
  return { pace, fromMs };
}

/** Lets accepted requests go out without a break until the share grows. Returns the milliseconds since `fromMs`. */
export function triedAfter(pace: Pace, fromMs: number): number {
  const before = pace.perSecond;
  let ms = 0;
  for (; pace.perSecond === before && ms < 200_000; ) {
    ms += 1;
    pace.admit(fromMs + ms, fromMs + ms);
  }
  return ms;
}

/** Rejects a try that began at `atMs`, and begins the next run when the pause is over. Returns its beginning. */
export function inVain(pace: Pace, atMs: number, pauseMs: number): number {
  pace.reject(pace.run, atMs, pauseMs);
  pace.admit(atMs + pauseMs, atMs + pauseMs);
  return atMs + pauseMs;
}
