import { expect, onTestFinished, test, vi } from 'vitest';
import { Removals } from '../../../../emulator/files/removals';

/** Removals with what they did, of a database whose checkpoints `work`. */
function startRemovals(work = () => true, isGone = (_file: string) => true) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const done: string[] = [];
  const unlink = async (file: string) => {
    done.push(`unlink ${file}`);
    return isGone(file);
  };
  const checkpoint = () => {
    done.push('checkpoint');
    return work();
  };
  const forget = (files: readonly string[]) => void done.push(`forget ${files.join(' ')}`);
  return { removals: new Removals(unlink, { checkpoint, forget }), done };
}

test('what a commit freed is removed a second later, at once for all, and only what is gone is forgotten', async () => {
  const { removals, done } = startRemovals(undefined, (file) => file !== 'b');

  removals.add([]);
  expect(vi.getTimerCount()).toBe(0);
  removals.add(['a']);
  removals.add(['b', 'c']);
  vi.advanceTimersByTime(999);
  const before = [...done];
  vi.advanceTimersByTime(1);
  await removals.idle();

  expect(before).toEqual([]);
  expect(done).toEqual(['checkpoint', 'unlink a', 'unlink b', 'unlink c', 'forget a c']);
});

test('a database that cannot be synced keeps the files, and what no commit named is removed without it', async () => {
  const { removals, done } = startRemovals(() => {
    throw new Error('The disk is full.');
  });

  removals.add(['a']);
  removals.discard(['b']);
  await removals.idle();

  expect(done).toEqual(['unlink b', 'checkpoint']);
});

test('files of a commit that is not durable yet are removed once it is, without another removal', async () => {
  const checkpoints = [false, false, true];
  const { removals, done } = startRemovals(() => checkpoints.shift() ?? false);

  removals.add(['a', 'b']);
  for (let left = 3; left > 0; left -= 1) vi.advanceTimersToNextTimer();
  await removals.idle();

  expect(done).toEqual(['checkpoint', 'checkpoint', 'checkpoint', 'unlink a', 'unlink b', 'forget a b']);
  expect(vi.getTimerCount()).toBe(0);
});
