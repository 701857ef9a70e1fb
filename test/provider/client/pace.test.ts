import { expect, test } from 'vitest';
import { Pace } from '../../../provider/client/pace';

/** A pace after a first run of so many accepted and rejected requests at once, and a pause. */
function afterBurst(accepted: number, rejected: number, pauseMs: number) {
  const pace = new Pace();
  for (let count = 0; count < accepted + rejected; count += 1) pace.admit(0);
  for (let count = 0; count < accepted; count += 1) pace.accept(0);
  for (let count = 0; count < rejected; count += 1) pace.reject(0, 50);
  pace.admit(50 + pauseMs);
  return pace;
}

/** Lets accepted requests go out at their pace until the clock shows `untilMs`. */
function proceed(pace: Pace, fromMs: number, untilMs: number): number {
  let nowMs = fromMs;
  while (nowMs < untilMs && pace.perSecond < Number.POSITIVE_INFINITY) {
    nowMs += 1_000 / pace.perSecond;
    pace.admit(nowMs);
    pace.accept(pace.run);
  }
  return nowMs;
}

test.each([
  ['nothing was rejected', 10, 0, 1_000, Number.POSITIVE_INFINITY],
  ['a single rejection may be a hiccup', 10, 1, 1_000, Number.POSITIVE_INFINITY],
  ['what was accepted at once is the limit of a second', 10, 9, 1_000, 9.7],
  ['however long the pause is', 2, 9, 5_000, 1.94],
  ['without anything accepted, others may have used the limit up', 0, 9, 60_000, Number.POSITIVE_INFINITY],
  ['one accepted says no more than none', 1, 9, 60_000, Number.POSITIVE_INFINITY],
  ['where pauses are short, one request per pause', 0, 9, 1_000, 1],
  ['where pauses are short, one accepted says no more than none', 1, 9, 1_000, 1],
])('the first run: %s', (_name, accepted, rejected, pauseMs, expected) => {
  expect(afterBurst(accepted, rejected, pauseMs).perSecond).toBeCloseTo(expected);
});

test.each([0, 1])('two runs that accept %i: one request per pause', (accepted) => {
  const pace = afterBurst(accepted, 9, 5_000);
  for (let count = 0; count < accepted; count += 1) pace.accept(1);
  pace.reject(1, 5_100);
  pace.admit(10_100);

  expect(pace.perSecond).toBeCloseTo(0.2);
});

test('P47: rejections of one run count once, however many they are and however late', () => {
  const rates = [2, 30].map((rejected) => {
    const pace = afterBurst(10, rejected, 1_000);
    // From the run before, later than the pause that they were part of.
    for (let count = 0; count < rejected; count += 1) pace.reject(0, 1_100);
    pace.admit(1_200);
    return pace.perSecond;
  });

  expect(rates[0]).toBe(rates[1]);
  expect(rates[0]).toBeGreaterThan(9.6);
});

test('a rejection reduces the rate a little, and several soon after another reduce it more', () => {
  const pace = afterBurst(20, 9, 1_000);
  const rates = [pace.perSecond];
  let nowMs = 1_050;
  for (let count = 0; count < 3; count += 1) {
    nowMs = proceed(pace, nowMs, nowMs + 500);
    pace.reject(pace.run, nowMs);
    nowMs += 1_000;
    pace.admit(nowMs);
    rates.push(pace.perSecond);
  }

  const shares = rates.slice(1).map((rate, index) => rate / (rates[index] ?? 0));
  expect(shares[0]).toBeGreaterThan(0.9);
  for (const share of shares.slice(1)) expect(share).toBeCloseTo(0.8, 1);
});

test('it is never slower than one request per pause', () => {
  const pace = afterBurst(0, 9, 1_000);

  for (let nowMs = 2_000; nowMs < 60_000; nowMs += 2_000) {
    pace.reject(pace.run, nowMs);
    pace.admit(nowMs + 1_000);
  }

  expect(pace.perSecond).toBe(1);
});

test('it stays below the limit it has learnt for ten pauses, and leaves a limit that is gone', () => {
  const pace = afterBurst(2, 9, 5_000);

  const nowMs = proceed(pace, 5_050, 55_050);
  const soon = pace.perSecond;
  proceed(pace, nowMs, 600_000);

  expect(soon).toBeLessThan(2);
  expect(pace.perSecond).toBe(Number.POSITIVE_INFINITY);
});

test('idle time is no evidence', () => {
  const pace = afterBurst(10, 9, 1_000);
  pace.admit(30_000);

  expect(pace.perSecond).toBeLessThan(10);
});
