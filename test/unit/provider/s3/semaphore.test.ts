import { expect, test } from 'vitest';
import { Semaphore } from '../../../../provider/s3/emptying';

const deferred = () => Promise.withResolvers<void>();

test('runs a limited number at the same time, the others in the order they came', async () => {
  const semaphore = new Semaphore(2);
  const doors = [deferred(), deferred(), deferred(), deferred()];
  const begun: number[] = [];
  const all = doors.map(({ promise }, index) =>
    semaphore.run(async () => {
      begun.push(index);
      await promise;
    }),
  );
  await Promise.resolve();
  const first = [...begun];

  for (const { resolve } of doors) resolve();
  await Promise.all(all);

  expect(first).toEqual([0, 1]);
  expect(begun).toEqual([0, 1, 2, 3]);
});

test('passes on its place after a failure', async () => {
  const semaphore = new Semaphore(1);

  await expect(semaphore.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');

  expect(await semaphore.run(async () => 'yes')).toBe('yes');
});
