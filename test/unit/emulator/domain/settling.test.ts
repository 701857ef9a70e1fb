import { expect, test } from 'vitest';
import { NO_LAG } from '../../../../emulator/domain/lag';
import type { Bucket } from '../../../../emulator/domain/records';
import { parseSettle, type Settle, Settling } from '../../../../emulator/domain/settling';
import { VirtualClock } from '../../../../emulator/system/clock';

test.each([
  ['immediate', { kind: 'immediate' }],
  ['0ms', { kind: 'ms', ms: 0 }],
  ['1500ms', { kind: 'ms', ms: 1500 }],
  ['3polls', { kind: 'polls', polls: 3 }],
  ['', undefined],
  ['3', undefined],
  ['-1ms', undefined],
  ['1.5ms', undefined],
  ['3 polls', undefined],
])('reads the settle rule %j', (text, expected) => {
  expect(parseSettle(text)).toEqual(expected);
});

const bucket = (settled: boolean): Bucket => ({
  ...{ id: 'b', projectId: 'p', alias: 'a', maxSize: 1n, description: null },
  ...{ createdAt: 1_000, updatedAt: 1_000, settled, position: 1 },
});

function settling(rule: Settle, aliasFlaps = 0) {
  const clock = new VirtualClock();
  clock.set(1_000);
  clock.freeze();
  const kept: string[] = [];
  return {
    clock,
    kept,
    of: new Settling(
      () => rule,
      { ...NO_LAG, aliasFlaps },
      clock,
      (id) => kept.push(id),
    ),
  };
}

test.each<[Settle, number]>([
  [{ kind: 'immediate' }, 0],
  [{ kind: 'ms', ms: 500 }, 0],
  [{ kind: 'polls', polls: 2 }, 3],
])('a bucket that has settled once is settled for ever, whatever the rule says later: %j', (rule, flaps) => {
  const { of, kept } = settling(rule, flaps);

  expect([of.isSettled(bucket(true)), of.isSettledInList(bucket(true)), of.isSettledInList(bucket(true))]).toEqual([
    true,
    true,
    true,
  ]);
  expect(kept).toEqual([]);
});

test('by time, a bucket settles at its time, and stays so', () => {
  const { of, clock, kept } = settling({ kind: 'ms', ms: 500 });

  clock.set(1_499);
  expect([of.isSettled(bucket(false)), of.isSettledInList(bucket(false))]).toEqual([false, false]);
  clock.set(1_500);
  expect([of.isSettled(bucket(false)), of.isSettledInList(bucket(false))]).toEqual([true, true]);
  expect(kept).toEqual(['b']);
});

test('by lists, a bucket settles after as many; looking at it is no list, and an erased one begins anew', () => {
  const { of, kept } = settling({ kind: 'polls', polls: 2 });
  const lists = () => [1, 2, 3].map(() => of.isSettledInList(bucket(false)));

  expect(of.isSettled(bucket(false))).toBe(false);
  expect(lists()).toEqual([false, false, true]);
  expect(kept).toEqual(['b']);
  expect(lists()).toEqual([false, false, true]);
  expect([of.isSettledInList(bucket(false))]).toEqual([false]);
  of.clear();
  expect(lists()).toEqual([false, false, true]);
});

test('a bucket that flaps is shown and hidden as often, and then for good', () => {
  const { of, kept } = settling({ kind: 'immediate' }, 2);

  expect([of.isImmediate, settling({ kind: 'immediate' }).of.isImmediate]).toEqual([false, true]);
  expect(settling({ kind: 'ms', ms: 0 }).of.isImmediate).toBe(false);
  expect([1, 2, 3, 4, 5].map(() => of.isSettledInList(bucket(false)))).toEqual([true, false, true, false, true]);
  expect(kept).toEqual(['b']);
});
