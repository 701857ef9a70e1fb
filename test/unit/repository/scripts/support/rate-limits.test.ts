import { expect, test } from 'vitest';
import { tallyOf } from '../../../../../scripts/support/limited-service';
import { idealSeconds, slidingWindow } from '../../../../../scripts/support/rate-limits';
import { fixedWindow, tokenBucket } from '../../../../host/provider/client/rate-limits';

test.each([
  // One list serves five seconds.
  [10, 40, 1, 4.1],
  [10, 300, 1, 30.7],
  [2, 60, 1, 33.5],
  // Each of four needs its own.
  [10, 75, 4, 32.8],
])('at %i requests/s, %i creates of each of %i pipelines take %f s', (perSecond, count, pipelines, seconds) => {
  expect(idealSeconds(perSecond, count, pipelines)).toBeCloseTo(seconds, 9);
});

test('a window of the clock is free again with the next one', () => {
  const limit = fixedWindow(2, 1_000);

  expect([0, 900, 950, 1_000].map(limit)).toEqual([0, 0, 50, 0]);
});

test('a sliding window is free again when the first request has left it', () => {
  const limit = slidingWindow(2, 1_000);

  expect([0, 900, 950, 1_000, 1_100].map(limit)).toEqual([0, 0, 50, 0, 800]);
});

test('a bucket takes a burst, and then one after the other', () => {
  const limit = tokenBucket(2, 2);

  expect([0, 0, 0, 500, 750].map(limit)).toEqual([0, 0, 500, 0, 250]);
});

test('a tally counts what was accepted and what was not, and tells the time from the first request to the last', () => {
  const request = (method: string, atMs: number, isAccepted: boolean) => ({ method, atMs, isAccepted, token: 't' });

  const tally = tallyOf([
    request('GET', 500, true),
    request('POST', 600, true),
    request('POST', 700, false),
    request('GET', 1_400, false),
    request('POST', 2_500, true),
  ]);

  expect(tally).toEqual({ posts: 2, lists: 1, rejected: 2, seconds: 2 });
  expect(tallyOf([])).toEqual({ posts: 0, lists: 0, rejected: 0, seconds: 0 });
});
