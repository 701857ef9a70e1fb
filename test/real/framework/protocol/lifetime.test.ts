import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { isRunning } from '../../../../framework/protocol/lifetime';
import { bundle, RUNTIMES } from './support/bundle';
import { ProviderProcess } from './support/provider-process';

const watcher = await bundle('watcher.ts');

/** A process that runs until it is killed. */
async function startHost() {
  const host = spawn(RUNTIMES.Node, ['-e', 'setInterval(() => {}, 60_000); console.log()'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => {
    host.kill('SIGKILL');
  });
  await once(host.stdout, 'data');
  return host;
}

it.each(Object.entries(RUNTIMES))(
  'on %s, leaves when the host has ended whose id does not change, as on Windows',
  async (_name, runtime) => {
    const host = await startHost();
    const watching = ProviderProcess.start(runtime, watcher, { args: [String(host.pid)] });
    await watching.line();
    expect(isRunning(watching.pid)).toBe(true);

    host.kill('SIGKILL');

    expect(await watching.exited).toEqual({ code: 0, signal: null });
  },
);

it('a process runs until it has ended', async () => {
  const host = await startHost();
  const pid = host.pid ?? Number.NaN;

  const before = isRunning(pid);
  host.kill('SIGKILL');
  await once(host, 'exit');

  // The first process belongs to another account, usually.
  expect([before, isRunning(pid), isRunning(process.pid), isRunning(1)]).toEqual([true, false, true, true]);
});
