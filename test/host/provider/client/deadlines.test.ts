import { expect, test } from 'vitest';
import { failureOf, startService } from './fixture';

/** The effect of an operation's deadline on its requests, and on lists that it shares with other operations. */

test('P42: a list with a longer wait than one of its readers may have is an error for that reader only, before the wait', async () => {
  const { client, emulator, time } = await startService();
  emulator.faults.add({ operation: 'listSecrets', status: 429, retryAfter: 60, times: 1 });
  const began = time.now();

  const patient = client.secrets.list({ deadlineMs: began + 120_000 });
  const hurried = [1, 2].map(() => failureOf(client.secrets.list({ deadlineMs: began + 10_000 })));

  const errors = await Promise.all(hurried);
  expect(errors.map(({ message }) => message)).toEqual(
    Array(2).fill(expect.stringContaining('the service asks to wait 60 s')),
  );
  expect(await patient).toEqual([]);
  expect(emulator.journal.count({ operation: 'listSecrets' })).toBe(2);
});
