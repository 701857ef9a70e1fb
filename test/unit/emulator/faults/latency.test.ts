import { expect, test } from 'vitest';
import { drawLatency } from '../../../../emulator/faults/latency';

/** Draws with chances from 0 up to 1, evenly, the same every time; in order. */
const draw = (latency: Parameters<typeof drawLatency>[0]) => {
  let state = 1;
  const chance = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return Array.from({ length: 20_000 }, () => drawLatency(latency, chance)).sort((a, b) => a - b);
};

test('a latency is always as long, or evenly between two bounds, or has this median and 99th percentile', () => {
  const [between, drawn] = [draw({ min: 10, max: 20 }), draw({ p50: 100, p99: 1000 })];

  expect(new Set(draw(7))).toEqual(new Set([7]));
  expect(new Set(draw({ p50: 0, p99: 0 }))).toEqual(new Set([0]));
  expect([between[0], between[10_000], between.at(-1)]).toEqual([10, 15, 20]);
  expect((drawn[10_000] ?? 0) / 100).toBeCloseTo(1, 1);
  expect(Math.abs((drawn[19_800] ?? 0) / 1000 - 1)).toBeLessThan(0.15);
});

test('a draw is in whole milliseconds, as timers wait', () => {
  expect(new Set(draw({ min: 0, max: 2 }))).toEqual(new Set([0, 1, 2]));
  expect(draw({ p50: 3, p99: 9 }).filter((ms) => !Number.isInteger(ms))).toEqual([]);
});
