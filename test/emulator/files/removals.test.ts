import { expect, onTestFinished, test, vi } from 'vitest';
import { Removals } from '../../../emulator/files/removals';

test('files of a commit that is not durable yet are removed once it is, without another removal', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const checkpoints = [false, false, true];
  const [removed, forgotten]: [string[], string[]] = [[], []];
  const removals = new Removals(
    async (file) => {
      removed.push(file);
      return true;
    },
    { checkpoint: () => checkpoints.shift() ?? false, forget: (files) => void forgotten.push(...files) },
  );

  removals.add(['a', 'b']);
  vi.advanceTimersToNextTimer();
  vi.advanceTimersToNextTimer();
  const before = [...removed];
  vi.advanceTimersToNextTimer();
  await removals.idle();

  expect(before).toEqual([]);
  expect([removed, forgotten]).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ]);
  expect(vi.getTimerCount()).toBe(0);
});
