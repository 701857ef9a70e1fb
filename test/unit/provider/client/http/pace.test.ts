import { expect, test } from 'vitest';
import type { Pace } from '../../../../../provider/client/http/pace';
import { afterBurst, CYCLE_MS, shareOf } from './paced';

/** Lets accepted requests go out as soon as they may, until the clock shows `untilMs`. Returns when they went out. */
function proceed(pace: Pace, fromMs: number, untilMs: number): number[] {
  const atMs: number[] = [];
  for (let nowMs = fromMs; nowMs < untilMs && atMs.length < 100_000; ) {
    atMs.push(nowMs);
    const nextMs = pace.admit(nowMs, nowMs);
    pace.accept(pace.run);
    if (pace.perSecond === Number.POSITIVE_INFINITY && atMs.length > 1) break;
    nowMs = nextMs;
  }
  return atMs;
}

test.each([
  ['nothing was rejected', 10, 0, 1_000, Number.POSITIVE_INFINITY],
  ['a single rejection may be a hiccup', 10, 1, 1_000, Number.POSITIVE_INFINITY],
  ['what was accepted at once is the limit of a second', 10, 9, 1_000, 10],
  ['however long the pause is', 2, 9, 5_000, 2],
  ['without anything accepted, others may have used the limit up', 0, 9, 60_000, Number.POSITIVE_INFINITY],
  ['one accepted says no more than none', 1, 9, 60_000, Number.POSITIVE_INFINITY],
  ['where pauses are short, one request per pause', 0, 9, 1_000, 1],
  ['where pauses are short, one accepted says no more than none', 1, 9, 1_000, 1],
])('the first run: %s', (_name, accepted, rejected, pauseMs, expected) => {
  const pace = afterBurst(accepted, rejected, pauseMs);

  pace.admit(50 + pauseMs, 0);

  expect(shareOf(pace)).toBeCloseTo(expected);
});

test.each([0, 1])('two runs that accept %i: one request per pause', (accepted) => {
  const pace = afterBurst(accepted, 9, 5_000);
  pace.admit(5_050, 5_050);
  for (let count = 0; count < accepted; count += 1) pace.accept(1);
  pace.reject(1, 5_100, 5_000);
  pace.admit(10_100, 10_100);

  expect(shareOf(pace)).toBeCloseTo(1 / 5);
});

test('P47: rejections of one run count once, whatever their number and delay', () => {
  const shares = [2, 30].map((rejected) => {
    const pace = afterBurst(10, rejected, 1_000);
    pace.admit(1_050, 1_050);
    // From the run before, later than the pause that they were part of.
    for (let count = 0; count < rejected; count += 1) pace.reject(0, 1_100, 1_000);
    pace.admit(1_200, 1_200);
    return shareOf(pace);
  });

  expect(shares).toEqual([10, 10]);
});

test('P47: with short pauses each request takes the place of one a cycle ago, however late that was', () => {
  const pace = afterBurst(3, 9, 1_000);

  const [first = 0, second = 0, third = 0] = proceed(pace, 1_050, 1_150);
  const late = 2_500;
  const next = [late, pace.admit(late, first + CYCLE_MS)];

  expect([second - first, third - second].map(Math.round)).toEqual([34, 34]);
  expect(next[1]).toBeCloseTo(late + (0.1 * CYCLE_MS) / 3);
  expect(proceed(pace, next[1] ?? 0, 3_600).map(Math.round)).toEqual([2_534, 2_569, 3_530, 3_564, 3_599]);
});

test('with long pauses a share is sent evenly, and a late request is made up for', () => {
  const pace = afterBurst(2, 9, 5_000);

  expect(pace.admit(5_050, 5_050)).toBeCloseTo(5_050 + CYCLE_MS / 2);
  expect(pace.admit(5_600, 5_050 + CYCLE_MS / 2)).toBeCloseTo(5_050 + CYCLE_MS);
});

test('an accepted try is followed by larger ones, until a limit that is gone is forgotten', () => {
  const pace = afterBurst(2, 9, 1_000);
  const shares = new Set<number>();
  let nowMs = 1_050;
  do {
    nowMs = pace.admit(nowMs, nowMs);
    shares.add(Math.round(shareOf(pace)));
  } while (pace.perSecond < Number.POSITIVE_INFINITY && nowMs < 60_000);

  expect([...shares].slice(0, 5)).toEqual([2, 3, 5, 9, 17]);
  expect(pace.perSecond).toBe(Number.POSITIVE_INFINITY);
});

test('the share shrinks by three tenths at most when others have taken a part of it', () => {
  const pace = afterBurst(20, 9, 1_000);
  // Eighteen of twenty are out when one is rejected.
  const atMs = proceed(pace, 1_050, 1_050 + 17.5 * 5.15);
  pace.reject(pace.run, atMs.at(-1) ?? 0, 1_000);
  pace.admit(2_200, 2_200);

  expect(atMs).toHaveLength(18);
  expect(shareOf(pace)).toBeCloseTo(17);

  pace.admit(3_250, 3_250);
  for (let count = 0; count < 9; count += 1) pace.admit(3_250 + count, 3_250);
  pace.reject(pace.run, 3_260, 1_000);
  pace.admit(4_300, 4_300);

  expect(shareOf(pace)).toBeCloseTo(12);
});

test('a service that accepts no bursts gets an even share', () => {
  const pace = afterBurst(9, 9, 1_000);
  const burst = proceed(pace, 1_050, 1_080);
  for (let count = 1; count < burst.length; count += 1) pace.reject(pace.run, 1_090, 1_000);
  const [one = 0, two = 0] = proceed(pace, 2_100, 2_300);

  expect(burst.length).toBeGreaterThan(2);
  expect(two - one).toBeCloseTo(CYCLE_MS / 8);
});

test('it is never slower than one request per pause', () => {
  const pace = afterBurst(0, 9, 1_000);

  for (let nowMs = 2_000; nowMs < 60_000; nowMs += 2_000) {
    pace.admit(nowMs, nowMs);
    pace.reject(pace.run, nowMs, 1_000);
    pace.admit(nowMs + 1_000, nowMs + 1_000);
  }

  expect(shareOf(pace)).toBeCloseTo(1);
});

test('with long pauses it stays within the learnt limit for ten of them, and forgets a limit that is gone', () => {
  const pace = afterBurst(2, 9, 5_000);

  proceed(pace, 5_050, 55_050);
  const soon = shareOf(pace);
  proceed(pace, 55_500, 600_000);

  expect(soon).toBeCloseTo(2);
  expect(pace.perSecond).toBe(Number.POSITIVE_INFINITY);
});

test('no wait is longer than a cycle after a clock is set back', () => {
  const pace = afterBurst(3, 9, 1_000);
  proceed(pace, 3_600_000, 3_600_100);

  expect(pace.admit(1_000, 1_000)).toBeCloseTo(1_000 + CYCLE_MS);
});
