import { expect, onTestFinished, test } from 'vitest';
import { Lifecycle } from '../../../../emulator/control/lifecycle';
import type { LifecycleNote } from '../../../../emulator/domain/objects/lifecycle';
import { VirtualClock } from '../../../../emulator/system/clock';

const DAY_MS = 24 * 60 * 60 * 1000;
const NOON = Date.UTC(2030, 0, 31, 12);

/** Lifecycle rules that note each day on which they act, for two buckets. */
function startLifecycle(act: (day: number) => void = () => undefined) {
  const clock = new VirtualClock();
  clock.freeze();
  clock.set(NOON);
  const log: string[] = [];
  const days: number[] = [];
  const applyLifecycle = (day: number) => {
    act(day);
    days.push(day);
    return ['a', 'b'].map((bucketId) => ({ bucketId, at: days.length }) as unknown as LifecycleNote);
  };
  const lifecycle = new Lifecycle({ applyLifecycle }, clock, (line) => log.push(line));
  onTestFinished(() => lifecycle.stop());
  return { clock, lifecycle, log, days };
}

test('rules act at the start and once on each new day, until the end', () => {
  const { clock, lifecycle, days } = startLifecycle();

  lifecycle.start();
  clock.advance(DAY_MS / 2 - 1);
  const before = days.length;
  clock.advance(1);
  clock.advance(5 * DAY_MS);
  lifecycle.stop();
  clock.advance(DAY_MS);

  expect(before).toBe(1);
  expect(days.map((day) => day - (days[0] ?? 0))).toEqual([0, 1, 6]);
});

test('notes are of all buckets or of one, oldest first, and can be cleared', () => {
  const { clock, lifecycle } = startLifecycle();

  lifecycle.start();
  clock.advance(DAY_MS);

  expect(lifecycle.notes()).toEqual([1, 1, 2, 2].map((at, n) => ({ at, bucketId: n % 2 === 0 ? 'a' : 'b' })));
  expect(lifecycle.notes({ bucketId: 'b' })).toEqual([1, 2].map((at) => ({ at, bucketId: 'b' })));
  expect(lifecycle.notes({ bucketId: 'c' })).toEqual([]);
  lifecycle.clear();
  expect(lifecycle.notes()).toEqual([]);
});

test.each([
  [new Error('full'), /^Lifecycle rules could not act: Error: full\n +at /],
  ['full', /^Lifecycle rules could not act: full$/],
])('rules that fail by %s are logged, and act at the next look', (thrown, line) => {
  let fails = true;
  const { clock, lifecycle, log, days } = startLifecycle(() => {
    if (fails) throw thrown;
  });

  lifecycle.start();
  fails = false;
  clock.advance(1);

  expect(log).toEqual([expect.stringMatching(line)]);
  expect(days).toHaveLength(1);
});
