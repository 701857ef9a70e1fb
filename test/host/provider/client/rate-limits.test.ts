import { describe, expect, onTestFinished, test } from 'vitest';
import { Client } from '../../../../provider/client';
import { startLimitedService } from '../../../../scripts/support/limited-service';
import { idealSeconds, LIST_S, type Limit, slidingWindow } from '../../../../scripts/support/rate-limits';
import { diceOf } from '../../../support/dice';
import { bytes, settingsFor, TestTime } from './fixture';
import { fixedWindow } from './rate-limits';
import { VirtualTime } from './virtual-time';

interface Scene {
  readonly limit: Limit;
  readonly retryAfter: ((waitMs: number) => string) | undefined;
  /** Creates that each pipeline has on their way at the same time. */
  readonly parallelism: number;
  /** Creates of each pipeline. */
  readonly count: number;
  readonly pipelines?: number;
}

/** Makes secrets behind a rate limit that all pipelines share. Timers and the network are late by dice. */
async function make({ limit, retryAfter, parallelism, count, pipelines = 1 }: Scene) {
  const dice = diceOf(7);
  const random = () => dice.roll(1_000) / 1_000;
  const time = new VirtualTime(() => random() * 3);
  const delay = () => time.hold(25 + random() * 50);
  const service = await startLimitedService({ limitOf: () => limit, retryAfter, now: time.now, delay });
  const lines: string[] = [];
  const clients = Array.from({ length: pipelines }, (_, index) => {
    const usual = settingsFor(service.url, `token-${index}`, new TestTime());
    const { now, sleep, timeout } = time;
    const environment = { ...usual.environment, now, sleep, timeout, random };
    const log = (level: string, message: string) => level === 'info' && lines.push(message);
    return new Client({ ...usual, retryWaitMinMs: 500, retryWaitMaxMs: 30_000, environment, log });
  });
  onTestFinished(async () => {
    for (const client of clients) await client.close();
    await service.close();
  });
  const began = time.now();

  const runs = clients.map(async ({ secrets }, pipeline) => {
    let next = 0;
    const worker = async () => {
      while (next < count) {
        const name = `${pipeline}-${next++}`;
        const deadlineMs = time.now() + 300_000;
        await secrets.create({ projectId: 'p', name, value: bytes('x') }, { deadlineMs });
      }
    };
    await Promise.all(Array.from({ length: parallelism }, worker));
  });
  await time.run(Promise.all(runs));

  const { requests } = service;
  const creates = requests.filter(({ method, isAccepted }) => method === 'POST' && isAccepted).length;
  expect(creates).toBe(count * pipelines);
  const lists = requests.filter(({ method }) => method === 'GET').length;
  return { seconds: (time.now() - began) / 1_000, lists, requests, lines };
}

const inSeconds = (waitMs: number) => String(Math.max(1, Math.ceil(waitMs / 1_000)));
const fiveSeconds = () => '5';

type Row = readonly [
  name: string,
  perSecond: number,
  count: number,
  limit: () => Limit,
  retryAfter: Scene['retryAfter'],
];

const ROWS: readonly Row[] = [
  ['10/s in a sliding window', 10, 300, () => slidingWindow(10, 1_000), inSeconds],
  ['10/s in a sliding window, without Retry-After', 10, 300, () => slidingWindow(10, 1_000), undefined],
  ['10/s in windows of the clock', 10, 300, () => fixedWindow(10, 1_000), inSeconds],
  ['10/s where rejected requests count', 10, 300, () => slidingWindow(10, 1_000, true), inSeconds],
  ['2/s and Retry-After: 5', 2, 100, () => slidingWindow(2, 1_000), fiveSeconds],
  ['2/s in a sliding window', 2, 100, () => slidingWindow(2, 1_000), inSeconds],
];

describe.each([10, 50])('creates under a limit, %i at a time', (parallelism) => {
  test.each(ROWS)(
    'P47: %s: hardly longer than the limit asks for',
    async (_name, perSecond, count, limit, retryAfter) => {
      const { seconds, lists } = await make({ limit: limit(), retryAfter, parallelism, count });

      const ideal = idealSeconds(perSecond, count, 1);
      expect(seconds / ideal).toBeLessThanOrEqual(1.15);
      // P5: one list per five seconds, and one at the beginning.
      expect(lists).toBeLessThanOrEqual(seconds / LIST_S + 2);
    },
  );
});

const SHARED: readonly (readonly [name: string, limit: () => Limit])[] = [
  ['windows of the clock', () => fixedWindow(10, 1_000)],
  ['a sliding window', () => slidingWindow(10, 1_000)],
];

describe('four pipelines share a limit', () => {
  test.each(SHARED)('P47: %s: without failures, in little more time than needed', async (_name, limit) => {
    const scene = { retryAfter: inSeconds, parallelism: 10, count: 300, pipelines: 4 };
    const { seconds } = await make({ limit: limit(), ...scene });

    expect(seconds / idealSeconds(10, 300, 4)).toBeLessThanOrEqual(1.15);
  });
});

test('P47: a limit that others have used up does not slow us down: after the pause, creates continue at once', async () => {
  const limit = fixedWindow(100, 60_000);
  let took = false;
  const usedUp: Limit = (nowMs) => {
    // The first request, a list, is the last one that this window accepts.
    if (!took) for (let count = 0; count < 99; count += 1) limit(nowMs);
    took = true;
    return limit(nowMs);
  };

  const { seconds } = await make({ limit: usedUp, retryAfter: inSeconds, parallelism: 10, count: 80 });

  expect(seconds).toBeLessThan(70);
});

test('P5: the list before each create is at most five seconds old, even after a long wait', async () => {
  const limit = slidingWindow(2, 1_000);
  const { requests } = await make({ limit, retryAfter: fiveSeconds, parallelism: 50, count: 100 });

  const listed = requests.filter(({ method, isAccepted }) => method === 'GET' && isAccepted).map(({ atMs }) => atMs);
  for (const { method, atMs } of requests) {
    if (method === 'POST') expect(listed.some((began) => began <= atMs && atMs - began <= LIST_S * 1_000)).toBe(true);
  }
});
