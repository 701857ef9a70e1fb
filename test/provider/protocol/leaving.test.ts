import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CLOSING_MS, Lifetime } from '../../../provider/protocol/lifetime';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A lifetime that records exit codes instead of ending the process. */
function startLifetime({ hasOpen = false, cancel = () => new Promise<void>(() => {}) } = {}) {
  const codes: number[] = [];
  const done: string[] = [];
  const lifetime = new Lifetime((code) => codes.push(code));
  lifetime.prepare({
    cancel() {
      done.push('cancel');
      return cancel();
    },
    hasOpen: () => hasOpen,
    cleanUp: () => done.push('clean up'),
  });
  return { lifetime, codes, done };
}

it('P28: what is still open after the last response is closed before the process ends', async () => {
  const { lifetime, codes, done } = startLifetime({ hasOpen: true, cancel: async () => {} });

  lifetime.exitAfterResponse();
  await vi.advanceTimersByTimeAsync(0);

  expect(done).toEqual(['cancel', 'clean up']);
  expect(codes).toEqual([0]);
});

it('with nothing open the process ends after the last response', () => {
  const { lifetime, codes, done } = startLifetime();

  lifetime.exitAfterResponse();
  const before = [...codes];
  vi.advanceTimersByTime(0);

  expect([before, codes[0]]).toEqual([[], 0]);
  expect(done).not.toContain('cancel');
});

it.each([
  [true, CLOSING_MS],
  [false, 500],
])('what does not end within its time is left (something open: %s)', (hasOpen, ms) => {
  const { lifetime, codes } = startLifetime({ hasOpen });

  lifetime.leave(3);
  vi.advanceTimersByTime(ms - 1);
  const before = [...codes];
  vi.advanceTimersByTime(1);

  expect([before, codes]).toEqual([[], [3]]);
});
