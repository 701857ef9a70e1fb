import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { settledOrAborted } from '../../../../../provider/client/http/wait-or-abort';
import { failureOf } from '../fixture';

const cancelled = () => new Error('cancelled');

test('rejects at once if the signal is aborted, and handles the late rejection of the promise', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => void unhandled.push(reason);
  process.on('unhandledRejection', note);
  onTestFinished(() => void process.off('unhandledRejection', note));

  const error = await failureOf(settledOrAborted(Promise.reject(new Error('late')), AbortSignal.abort(), cancelled));
  await turn();
  await turn();

  expect(error.message).toBe('cancelled');
  expect(unhandled).toEqual([]);
});

test('has the outcome of the promise until the signal is aborted', async () => {
  const { signal } = new AbortController();
  const aborting = new AbortController();
  const waiting = settledOrAborted(new Promise(() => undefined), aborting.signal, cancelled);
  aborting.abort();

  expect(await settledOrAborted(Promise.resolve(1), signal, cancelled)).toBe(1);
  expect(await failureOf(settledOrAborted(Promise.reject(new Error('own')), signal, cancelled))).toMatchObject({
    message: 'own',
  });
  expect(await failureOf(waiting)).toMatchObject({ message: 'cancelled' });
});
