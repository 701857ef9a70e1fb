import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Lifetime } from '../../../framework/protocol/lifetime';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const NEVER = () => new Promise<void>(() => {});

/** A lifetime that records exit codes instead of ending the process. */
function startLifetime({ isBusy = false, end = NEVER, stop = NEVER } = {}) {
  const codes: number[] = [];
  const done: string[] = [];
  const lifetime = new Lifetime((code) => codes.push(code));
  const stopAll = () => {
    done.push('stop');
    return stop();
  };
  const endAll = () => {
    done.push('end');
    return end();
  };
  lifetime.prepare({ stopAll, endAll, isBusy }, () => done.push('clean up'));
  return { lifetime, codes, done };
}

it('F4: a resource that is still open after the last response is closed before the process ends', async () => {
  const { lifetime, codes, done } = startLifetime({ isBusy: true, end: async () => {} });

  lifetime.exitAfterResponse();
  await vi.advanceTimersByTimeAsync(0);

  expect(done).toEqual(['end', 'clean up']);
  expect(codes).toEqual([0]);
});

it('with nothing open the process ends after the last response', () => {
  const { lifetime, codes, done } = startLifetime();

  lifetime.exitAfterResponse();
  const before = [...codes];
  vi.advanceTimersByTime(0);

  expect([before, codes[0]]).toEqual([[], 0]);
  expect(done).not.toContain('end');
});

it.each([
  [true, 10_500],
  [false, 500],
])('F8: what does not end within its time is left (something runs: %s)', (isBusy, ms) => {
  const { lifetime, codes } = startLifetime({ isBusy });

  lifetime.leave(3);
  vi.advanceTimersByTime(ms - 1);
  const before = [...codes];
  vi.advanceTimersByTime(1);

  expect([before, codes]).toEqual([[], [3]]);
});

it('F9: stopping sends nothing new, even if repeated, and ends no process', () => {
  const { lifetime, codes, done } = startLifetime({ isBusy: true });

  lifetime.stop();
  lifetime.stop();
  vi.advanceTimersByTime(600_000);

  expect([done, codes]).toEqual([['stop', 'stop'], []]);
});

it('F9: draining exits when outstanding responses have arrived and their results are sent', async () => {
  const answered = Promise.withResolvers<void>();
  const { lifetime, codes, done } = startLifetime({ isBusy: true, stop: () => answered.promise, end: async () => {} });
  lifetime.drain();
  await vi.advanceTimersByTimeAsync(40_000);
  const before = [...done];

  answered.resolve();
  await vi.advanceTimersByTimeAsync(250);

  expect([before, done, codes]).toEqual([['stop'], ['stop', 'end', 'clean up'], [0]]);
});

it.each([
  ['asked for it again', (lifetime: Lifetime) => lifetime.drain()],
  ['the time for it is over', () => vi.advanceTimersByTime(45_000)],
])('F9: draining ends sooner when %s', async (_when, act) => {
  const { lifetime, done } = startLifetime({ isBusy: true });
  lifetime.drain();

  act(lifetime);

  expect(done).toEqual(['stop', 'end']);
});
