import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Lifetime } from '../../../../framework/protocol/lifetime';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'setInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const NEVER = () => new Promise<void>(() => {});

/** A lifetime that records exit codes instead of ending the process. */
function startLifetime({ isBusy = false, end = NEVER, stop = NEVER } = {}) {
  const codes: number[] = [];
  const done: string[] = [];
  const lifetime = new Lifetime((code) => {
    done.push('exit');
    codes.push(code);
  });
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

  expect(done).toEqual(['end', 'clean up', 'exit']);
  expect(codes).toEqual([0]);
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
  await vi.advanceTimersByTimeAsync(249);
  const early = [...done];
  await vi.advanceTimersByTimeAsync(1);

  expect([before, early]).toEqual([['stop'], ['stop']]);
  expect([done, codes]).toEqual([['stop', 'end', 'clean up', 'exit'], [0]]);
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

it('draining ends at once when nothing runs, or when there is no work yet', async () => {
  const codes: number[] = [];
  const idle = startLifetime({ stop: async () => {}, end: async () => {} });

  for (const lifetime of [idle.lifetime, new Lifetime((code) => codes.push(code))]) lifetime.drain();
  await vi.advanceTimersByTimeAsync(0);

  expect([idle.codes, codes]).toEqual([[0], [0]]);
});

it('everything is ended once, however often that is asked', async () => {
  const { lifetime, done } = startLifetime();

  lifetime.leave(1);
  lifetime.leave(2);

  expect(done).toEqual(['end']);
});

/** Higher than any id that Linux or macOS gives. */
const NOBODY = 2 ** 30;

it.each<[NodeJS.Platform, who: string, expected: readonly string[], parent: number]>([
  ['linux', 'the parent', [], process.ppid],
  ['linux', 'a parent that has gone', ['end'], NOBODY],
  ['win32', 'a running process', [], process.pid],
  ['win32', 'a process that has ended', ['end'], NOBODY],
])('on %s the watch of %s leads to %j', (platform, _who, expected, parent) => {
  const { lifetime, done } = startLifetime();

  lifetime.watchParent(parent, platform);
  vi.advanceTimersByTime(249);
  const before = [...done];
  vi.advanceTimersByTime(1);

  expect([before, done]).toEqual([[], expected]);
});
