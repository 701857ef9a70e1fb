import { expect, test } from 'vitest';
import { Pace } from '../../../../../provider/client/http/pace';
import { afterBurst, CYCLE_MS, inVain, shareOf, triedAfter, withShare } from './paced';

test.each([
  // Short pauses: three cycles, half as many again after each try in vain, and less for a share of few requests.
  [10, 1_000, [3_090, 4_635, 6_953, 10_429, 15_644, 21_630, 21_630]],
  [2, 1_000, [3_090, 4_635, 5_150, 5_150]],
  [1, 1_000, [3_090, 3_090]],
  [1 / 2, 1_500, [2_060, 2_060]],
  // Long ones: the time of up to twenty pauses, by what a pause costs.
  [1 / 5, 5_000, [10_000, 15_000, 22_500]],
  [1 / 2, 2_000, [4_000, 6_000, 9_000, 13_500, 20_250, 30_375, 40_000]],
  [2, 5_000, [100_000, 100_000]],
  [1 / 2, 1_501, [2_254, 3_380]],
])('with a share of %f and pauses of %i ms tries in vain begin after %j ms', (share, pauseMs, expected) => {
  const { pace, fromMs } = withShare(share, pauseMs);
  let beganMs = fromMs;
  const waits = expected.map(() => {
    const ms = triedAfter(pace, beganMs);
    beganMs = inVain(pace, beganMs + ms, pauseMs);
    expect(shareOf(pace)).toBeCloseTo(share);
    return ms;
  });

  expect(waits).toEqual(expected);
});

test.each([
  [
    1 / 5,
    5_000,
    [
      [1 / 4, 10_000],
      [1 / 3, 4_120],
      [1 / 2, 3_090],
      [1, 2_060],
      [17, 1_030],
    ],
  ],
  [
    1,
    1_000,
    [
      [2, 3_090],
      [4, 1_030],
      [8, 1_030],
      [16, 1_030],
      [32, 1_030],
    ],
  ],
  [
    14,
    1_000,
    [
      [15, 3_090],
      [17, 1_030],
    ],
  ],
  [
    40,
    1_000,
    [
      [41, 3_090],
      [43, 1_030],
    ],
  ],
  [498, 1_000, [[499, 3_090]]],
  [499, 1_000, [[Number.POSITIVE_INFINITY, 3_090]]],
] as const)(
  'with a share of %f and pauses of %i ms accepted tries follow one another: %j',
  (share, pauseMs, expected) => {
    const { pace, fromMs } = withShare(share, pauseMs);
    let nowMs = fromMs;
    const tries = expected.map(() => {
      const ms = triedAfter(pace, nowMs);
      nowMs += ms;
      return [shareOf(pace), ms];
    });

    expect(tries).toEqual(expected.map(([grown, ms]) => [expect.closeTo(grown, 6), expect.closeTo(ms, -1)]));
  },
);

test('others that take a part end the longer waits of tries in vain', () => {
  const { pace, fromMs } = withShare(10, 1_000);
  const nextMs = inVain(pace, fromMs + triedAfter(pace, fromMs), 1_000);
  const thirdMs = inVain(pace, nextMs + 900, 1_000);

  expect(triedAfter(pace, thirdMs)).toBe(3_090);
});

test('what was accepted of a larger try is kept', () => {
  const { pace, fromMs } = withShare(10, 1_000);
  let nowMs = fromMs + triedAfter(pace, fromMs);
  nowMs += triedAfter(pace, nowMs);
  expect(shareOf(pace)).toBeCloseTo(13);
  pace.admit(nowMs + 1, nowMs + 1);
  inVain(pace, nowMs, 1_000);

  expect(shareOf(pace)).toBeCloseTo(12);
});

test('the second request of a second is tried early and evenly by turns', () => {
  const { pace, fromMs } = withShare(1, 1_000);
  let nowMs = fromMs;
  const distances = Array.from({ length: 4 }, () => {
    nowMs += triedAfter(pace, nowMs) + CYCLE_MS - 1;
    const ms = pace.admit(nowMs, nowMs) - nowMs;
    nowMs = inVain(pace, nowMs, 1_000);
    return ms;
  });

  expect(distances.map(Math.round)).toEqual([52, 515, 52, 515].map((ms) => expect.closeTo(ms, -1)));
});

test('a service that accepts no bursts gets one again after an even try in vain', () => {
  const { pace, fromMs } = withShare(9, 1_000);
  pace.admit(fromMs + 1, fromMs + 1);
  let nowMs = inVain(pace, fromMs + 2, 1_000);
  const even = pace.admit(nowMs, nowMs) - nowMs;
  nowMs = inVain(pace, nowMs + triedAfter(pace, nowMs), 1_000);
  const burst = pace.admit(nowMs + CYCLE_MS, nowMs) - nowMs - CYCLE_MS;

  expect([even, burst]).toEqual([CYCLE_MS / 8, CYCLE_MS / 80].map((ms) => expect.closeTo(ms)));
});

test.each([
  [1_500, 0.1],
  [1_501, 1],
])('after a pause of %i ms a share takes this part of a second: %f', (pauseMs, part) => {
  const pace = afterBurst(2, 9, pauseMs);
  const [nowMs, dueMs] = [5_060, 5_050];

  expect(pace.admit(nowMs, dueMs)).toBeCloseTo((part === 1 ? dueMs : nowMs) + (part * CYCLE_MS) / 2);
});

test('a share of one request is sent evenly: a late one is made up for', () => {
  expect(afterBurst(1, 9, 1_000).admit(1_060, 1_050)).toBeCloseTo(1_050 + CYCLE_MS);
});

test.each([
  [2_999, 1 / 3],
  [3_000, Number.POSITIVE_INFINITY],
])('after a pause of %i ms with nothing accepted the share is %f', (pauseMs, expected) => {
  const pace = afterBurst(0, 2, pauseMs);
  pace.admit(50 + pauseMs, 50 + pauseMs);

  expect(shareOf(pace)).toBeCloseTo(expected);
});

test('the first run begins with its first request, and its share is what a second of it had', () => {
  const pace = new Pace();
  expect(pace.admit(100_000, 99_000)).toBe(100_000);
  for (let count = 0; count < 25; count += 1) {
    pace.admit(102_000, 102_000);
    pace.accept(0);
  }
  pace.reject(0, 102_500, 1_000);
  pace.reject(0, 102_600, 1_000);
  pace.admit(103_500, 103_500);

  expect(shareOf(pace)).toBeCloseTo(10);
});

test('the delay after a pause is that of one request, none without a share or after a short pause, and no longer than the pause', () => {
  const [unlimited, short] = [new Pace(), withShare(2, 1_000)];
  const long = withShare(2, 5_000);
  const slow = withShare(1 / 5, 5_000);

  expect([unlimited.reject(0, 0, 5_000), short.pace.reject(1, 2_000, 1_000)]).toEqual([0, 0]);
  expect(long.pace.reject(0, long.fromMs, 5_000)).toBe(0);
  expect(long.pace.reject(1, long.fromMs, 5_000)).toBeCloseTo(CYCLE_MS / 2);
  expect(long.pace.reject(1, long.fromMs, 5_000)).toBe(0);
  expect(slow.pace.reject(2, slow.fromMs, 2_000)).toBe(2_000);
});

test('once a limit is forgotten, a single rejection is a hiccup again, and one long pause no share', () => {
  const { pace, fromMs } = withShare(499, 1_000);
  let nowMs = fromMs + triedAfter(pace, fromMs);
  nowMs = inVain(pace, nowMs, 1_000);
  expect(pace.perSecond).toBe(Number.POSITIVE_INFINITY);

  nowMs = inVain(pace, nowMs, 60_000);
  expect(pace.perSecond).toBe(Number.POSITIVE_INFINITY);
  inVain(pace, nowMs, 60_000);
  expect(shareOf(pace)).toBeCloseTo(1 / 60);
});

test('a share of one request in some seconds shrinks by a second, as far as the pause is longer', () => {
  const { pace: slow, fromMs } = withShare(1 / 5, 5_000);
  inVain(slow, fromMs + 1_000, 10_000);
  const pace = new Pace();
  for (const nowMs of [0, 1_000, 2_500]) {
    pace.admit(nowMs, nowMs);
    pace.accept(0);
  }
  pace.reject(0, 2_500, 5_000);
  pace.reject(0, 2_500, 5_000);
  pace.admit(7_500, 7_500);
  const before = shareOf(pace);
  inVain(pace, 8_000, 5_000);

  expect([shareOf(slow), before, shareOf(pace)]).toEqual([1 / 6, 1, 1 / 2].map((share) => expect.closeTo(share)));
});
