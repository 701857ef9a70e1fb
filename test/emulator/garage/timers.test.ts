import { expect, onTestFinished, test, vi } from 'vitest';
import { DomainError } from '../../../emulator/domain/errors';
import { GarageError, toDomainError, told } from '../../../emulator/garage/admin-api';
import { isRetryable, Queue, Slots, describe as say, Waiters } from '../../../emulator/garage/queue';
import { TimeUp, within } from '../../../emulator/garage/time-limit';
import { openControlPlane, startCluster } from './control-plane';

const MINUTE_MS = 60_000;

function useFakeTime(...toFake: ('setTimeout' | 'setInterval')[]): void {
  vi.useFakeTimers({ toFake: [...toFake, 'clearTimeout', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
}

const failure = (kind: GarageError['kind'] = 'unknown') => new GarageError(kind, 'CreateBucket', 'made by the test');

/** A queue whose passes fail with the given errors, then succeed. */
function startQueue(backoff: { firstMs: number; mostMs: number }, ...errors: unknown[]) {
  const log: string[] = [];
  let passes = 0;
  const pass = async (id: string) => {
    passes += 1;
    if (errors.length > 0) throw errors.shift();
    return id;
  };
  const queue = new Queue(pass, { backoff, slots: new Slots(1), log: (line) => void log.push(line) });
  return { queue, log, passes: () => passes };
}

test('a pass is repeated after a time that doubles up to the longest, and from the shortest after a success', async () => {
  useFakeTime('setTimeout');
  const errors = Array.from({ length: 5 }, () => failure());
  const { queue, log, passes } = startQueue({ firstMs: 200, mostMs: 1_000 }, ...errors);
  const done = queue.run('a', 60_000);

  for (const [index, ms] of [200, 400, 800, 1_000, 1_000].entries()) {
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect([ms, passes()]).toEqual([ms, index + 1]);
    await vi.advanceTimersByTimeAsync(1);
    expect([ms, passes()]).toEqual([ms, index + 2]);
  }

  expect(await done).toBe('a');
  // The first failure of a series alone.
  expect(log).toEqual(['storage cluster: CreateBucket: made by the test; it is tried again.']);
  expect(vi.getTimerCount()).toBe(0);
});

test('a failure that stays one is told to who waits, and logged each time', async () => {
  const { queue, log, passes } = startQueue({ firstMs: 1, mostMs: 1 }, failure('refused'), failure('denied'));

  await expect(queue.run('a', 60_000)).rejects.toThrow(failure('refused'));
  await expect(queue.run('a', 60_000)).rejects.toThrow(failure('denied'));

  expect(await queue.run('a', 60_000)).toBe('a');
  expect(log).toEqual(Array(2).fill('storage cluster: CreateBucket: made by the test'));
  expect(passes()).toBe(3);
});

test('a call that comes while a pass waits for its retry begins it at once', async () => {
  const { queue, passes } = startQueue({ firstMs: 3_600_000, mostMs: 3_600_000 }, failure());
  const first = queue.run('a', 7_200_000);
  await expect.poll(passes).toBe(1);

  expect(await Promise.all([first, queue.run('a', 60_000)])).toEqual(['a', 'a']);

  expect(passes()).toBe(2);
});

test('a stopped queue begins nothing, also what nobody waits for', async () => {
  const { queue, passes } = startQueue({ firstMs: 3_600_000, mostMs: 3_600_000 }, failure());
  const stopping = new DomainError('unavailable', 'The emulator is stopping.');
  queue.bring('a');
  await expect.poll(passes).toBe(1);
  const waiting = expect(queue.run('b', 60_000)).resolves.toBe('b');
  await waiting;

  await queue.stop();

  queue.bring('c');
  await expect(queue.run('d', 1)).rejects.toThrow(stopping);
  expect(passes()).toBe(2);
});

test('slots run so many tasks at the same time, and the others in order', async () => {
  const slots = new Slots(2);
  const begun: number[] = [];
  const ends = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const runs = ends.map(({ promise }, index) =>
    slots.run(async () => {
      begun.push(index);
      await promise;
      return index;
    }),
  );
  expect(begun).toEqual([0, 1]);

  ends[1]?.reject(new Error('failed'));
  await expect(runs[1]).rejects.toThrow('failed');
  expect(begun).toEqual([0, 1, 2]);
  for (const index of [0, 2, 3]) ends[index]?.resolve();
  expect(await Promise.all([runs[0], runs[2], runs[3]])).toEqual([0, 2, 3]);

  expect(begun).toEqual([0, 1, 2, 3]);
  expect(await slots.run(async () => 'free')).toBe('free');
});

test('a waiter is told in time, and leaves', async () => {
  useFakeTime('setTimeout');
  const waiters = new Waiters<string>();
  const waiting = expect(waiters.wait(50)).rejects.toThrow(new TimeUp(50));
  expect(waiters.size).toBe(1);

  await vi.advanceTimersByTimeAsync(50);

  await waiting;
  expect(waiters.size).toBe(0);
  const served = waiters.wait(50);
  waiters.begin();
  waiters.resolve('done');
  expect([await served, vi.getTimerCount()]).toEqual(['done', 0]);
});

test('errors are told by what can be done about them', async () => {
  expect(
    (['unknown', 'not_ready', 'denied', 'refused', 'conflict'] as const).map((kind) => isRetryable(failure(kind))),
  ).toEqual([true, true, false, false, false]);
  expect(isRetryable(new Error('x'))).toBe(false);
  const defect = new Error('defect');
  expect([say(failure()), say(new DomainError('conflict', 'Taken.')), say(defect), say('text')]).toEqual([
    'CreateBucket: made by the test',
    'Taken.',
    defect.stack,
    'text',
  ]);
  const domain = new DomainError('unavailable', 'The storage cluster cannot do this now: wait.');
  for (const error of [failure(), new TimeUp(5)]) expect(toDomainError(error, 'wait.')).toEqual(domain);
  expect(toDomainError(defect, 'wait.')).toBe(defect);
  expect(new TimeUp(5)).toMatchObject({ name: 'TimeUp', message: 'It took longer than 5 ms.' });
  for (const error of [failure(), domain]) {
    await expect(told(() => Promise.reject(error))).rejects.toMatchObject({
      name: 'StartError',
      message: error.message,
    });
  }
  await expect(told(() => Promise.reject(defect))).rejects.toBe(defect);
});

test('work is waited for up to its time', async () => {
  useFakeTime('setTimeout');
  const never = expect(within(new Promise(() => undefined), 50)).rejects.toThrow(new TimeUp(50));
  await vi.advanceTimersByTimeAsync(50);
  await never;

  expect(await within(Promise.resolve('done'), 50)).toBe('done');
  expect(vi.getTimerCount()).toBe(0);
});

test('sweeps are a minute apart, and each hour one compares every bucket', async () => {
  const cluster = await startCluster();
  let laterMs = 0;
  const { plane, newBucket, log } = openControlPlane(cluster, { timeoutMs: 60_000, now: () => Date.now() + laterMs });
  // More than a sweep of a minute measures.
  for (let made = 0; made < 21; made++) await newBucket();
  useFakeTime('setInterval');
  const sweep = async (ms: number) => {
    cluster.calls.length = 0;
    vi.advanceTimersByTime(ms);
    await plane.sweep.run({ isFull: false });
    return cluster.calls.filter((call) => call === 'GetBucketInfo').length;
  };

  plane.start();

  // The first one compares all.
  expect(await sweep(0)).toBe(21);
  expect(await sweep(MINUTE_MS)).toBe(20);
  expect(vi.getTimerCount()).toBe(1);
  laterMs = 60 * MINUTE_MS + 60_000;
  expect(await sweep(MINUTE_MS)).toBe(21);
  laterMs += 59 * MINUTE_MS;
  expect(await sweep(MINUTE_MS)).toBe(20);
  await plane.stop();
  expect([vi.getTimerCount(), log]).toEqual([0, []]);
});
