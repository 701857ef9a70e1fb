import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { killAll } from '../../../provider/client/kill-all';

test('kills the processes that an ended process has left in its group', async () => {
  const child = spawn('sh', ['-c', 'sleep 600 >/dev/null & echo $!'], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [left] = await Promise.all([once(child.stdout, 'data'), once(child, 'close')]);

  killAll(child);

  await vi.waitFor(() => expect(() => process.kill(Number(left), 0)).toThrow('ESRCH'), { timeout: 30_000 });
});

test('does not kill a process that has the id of an ended one', async () => {
  const other = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
  const ended = once(other, 'exit');
  await once(other, 'spawn');

  killAll({ pid: other.pid, exitCode: 0, signalCode: null });

  other.kill('SIGTERM');
  expect(await ended).toEqual([null, 'SIGTERM']);
});
