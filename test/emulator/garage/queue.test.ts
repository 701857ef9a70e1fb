import { expect, test } from 'vitest';
import { GarageError } from '../../../emulator/garage/admin-api';
import { Queue, Slots, Waiters } from '../../../emulator/garage/queue';
import { TimeUp } from '../../../emulator/garage/time-limit';

const LONG_MS = 60_000;

/** A queue whose passes are ended by the test. */
function startQueue() {
  const passes: PromiseWithResolvers<string>[] = [];
  const begun: PromiseWithResolvers<void>[] = [];
  const beginOf = (index: number) => {
    while (begun.length <= index) begun.push(Promise.withResolvers());
    return begun[index] as PromiseWithResolvers<void>;
  };
  const queue = new Queue<string>(
    () => {
      const pass = Promise.withResolvers<string>();
      passes.push(pass);
      beginOf(passes.length - 1).resolve();
      return pass.promise;
    },
    { backoff: { firstMs: 0, mostMs: 0 }, slots: new Slots(1), log: () => undefined },
  );
  /** The pass of that number, once it has begun. */
  const pass = async (index: number) => {
    await beginOf(index).promise;
    return passes[index] as PromiseWithResolvers<string>;
  };
  return { queue, pass, passes };
}

const unknown = () => new GarageError('unknown', 'CreateBucket', 'no response');

test('who has waited for long enough is kept nowhere, however often somebody comes during an outage', async () => {
  const waiters = new Waiters<string>();

  const left = await Promise.allSettled(Array.from({ length: 1_000 }, () => waiters.wait(1)));

  expect(left.every(({ status }) => status === 'rejected')).toBe(true);
  expect(waiters.size).toBe(0);
});

test('what nobody waits for any more is gone on with until it is done', async () => {
  const { queue, pass, passes } = startQueue();

  await expect(queue.run('a', 1)).rejects.toBeInstanceOf(TimeUp);
  (await pass(0)).reject(unknown());
  const second = await pass(1);
  const late = queue.run('a', LONG_MS);
  second.resolve('second');
  (await pass(2)).resolve('third');

  // The second pass had begun before.
  expect(await late).toBe('third');
  expect(passes).toHaveLength(3);
});

test('a pass that fails is repeated for all who wait, and serves them at once', async () => {
  const { queue, pass } = startQueue();

  const first = queue.run('a', LONG_MS);
  const failing = await pass(0);
  const second = queue.run('a', LONG_MS);
  failing.reject(unknown());
  (await pass(1)).resolve('done');

  expect(await Promise.all([first, second])).toEqual(['done', 'done']);
});

test('a queue that stops tells who waits, but for those whose pass comes to its end', async () => {
  const { queue, pass } = startQueue();
  const served = queue.run('a', LONG_MS);
  const first = await pass(0);
  const unserved = queue.run('a', LONG_MS);
  const told = expect(unserved).rejects.toMatchObject({ code: 'unavailable' });

  const stopped = queue.stop();
  first.resolve('done');

  expect(await served).toBe('done');
  await told;
  await stopped;
  await expect(queue.run('a', LONG_MS)).rejects.toMatchObject({ code: 'unavailable' });
});
