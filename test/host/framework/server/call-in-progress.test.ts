import { expect, it, onTestFinished, vi } from 'vitest';
import { CallInProgress } from '../../../../framework/server/call-in-progress';
import { Configuration } from '../../../../framework/server/configuration';
import { RunningCalls } from '../../../../framework/server/running-calls';
import { ENVIRONMENT } from '../demo-server';

it('a call that has ended leaves no timer of its limit behind', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const calls = new RunningCalls(ENVIRONMENT, new Configuration(ENVIRONMENT));

  const during = await calls.during(undefined, async (call) => {
    call.limit('create', { ms: 60_000, configuredMs: undefined });
    return vi.getTimerCount();
  });

  expect([during, vi.getTimerCount()]).toEqual([1, 0]);
});

it('a limit beyond the longest timer ends a call when it is over, not before', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const call = new CallInProgress({ now: Date.now, sleep: async () => {}, log: () => {} });
  const { signal } = call.limit('create', { ms: 1_000 * 3_600_000, configuredMs: undefined });

  for (let day = 1; day < 41; day += 1) vi.advanceTimersByTime(86_400_000);
  const early = signal.aborted;
  vi.advanceTimersByTime(2 * 86_400_000);
  call.end();

  expect([early, signal.aborted]).toEqual([false, true]);
});

it('a call whose handler goes on five minutes after its limit is ended, and one that has ended is not', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const start = () => {
    const call = new CallInProgress({ now: Date.now, sleep: async () => {}, log: () => {} });
    call.limit('create', { ms: 2_000, configuredMs: undefined });
    return call;
  };
  const [endless, ended] = [start(), start()];

  vi.advanceTimersByTime(2_000 + 299_000);
  const early = endless.failure;
  await ended.end();
  vi.advanceTimersByTime(1_000);

  expect([early, ended.failure]).toEqual([undefined, undefined]);
  expect(endless.failure?.detail).toMatch(/^The time limit was reached: 2s, by timeouts\.create\. The handler went on/);
  await expect(endless.settleLate(new Promise(() => {}))).rejects.toBe(endless.failure);
});
