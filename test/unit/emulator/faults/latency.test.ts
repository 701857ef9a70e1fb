import { expect, test } from 'vitest';
import { drawLatency } from '../../../../emulator/faults/latency';

/** Numbers from 0 up to 1, evenly, the same every time. */
function chances(): () => number {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const draw = (latency: Parameters<typeof drawLatency>[0], count = 20_000) => {
  const chance = chances();
  return Array.from({ length: count }, () => drawLatency(latency, chance)).sort((a, b) => a - b);
};

test('a number is always as long', () => {
  expect(new Set(draw(7, 10))).toEqual(new Set([7]));
});

test('between two bounds everything is as likely', () => {
  const drawn = draw({ min: 10, max: 20 });

  expect(drawn[0]).toBeGreaterThanOrEqual(10);
  expect(drawn.at(-1)).toBeLessThanOrEqual(20);
  expect(drawn[10_000]).toBeCloseTo(15, 0);
});

test('median and 99th percentile are those asked for', () => {
  const drawn = draw({ p50: 100, p99: 1000 });

  expect((drawn[10_000] ?? 0) / 100).toBeCloseTo(1, 1);
  expect((drawn[19_800] ?? 0) / 1000).toBeGreaterThan(0.85);
  expect((drawn[19_800] ?? 0) / 1000).toBeLessThan(1.15);
});

test('no latency at all is none', () => {
  expect(drawLatency({ p50: 0, p99: 0 }, chances())).toBe(0);
});

test('a draw is in whole milliseconds, as timers wait', () => {
  expect(new Set(draw({ min: 0, max: 2 }, 100))).toEqual(new Set([0, 1, 2]));
  expect(draw({ p50: 3, p99: 9 }, 100).filter((ms) => !Number.isInteger(ms))).toEqual([]);
});
