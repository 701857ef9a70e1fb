import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Processes } from '../../../../framework/protocol/processes';
import { Sentinel } from '../../../../framework/protocol/sentinel';
import { temporaryFolder } from '../../../unit/support/temporary-folder';

/** A sentinel, and the ids of its second processes that run. */
function startSentinel() {
  const all = () => new Processes().descendantsOf(process.pid);
  const before = all();
  const sentinel = new Sentinel();
  onTestFinished(() => sentinel.dismiss());
  return { sentinel, running: () => all().filter((pid) => !before.includes(pid)) };
}

it('a signal counts that ends the second process later than others', async () => {
  const { sentinel, running } = startSentinel();
  const [pid = Number.NaN] = running();
  process.kill(pid, 'SIGSTOP');
  await vi.waitFor(() => expect(readFileSync(`/proc/${pid}/stat`, 'latin1')).toMatch(/\) T /), { timeout: 10_000 });

  process.kill(pid, 'SIGQUIT');
  const asked = sentinel.alsoReceived('SIGQUIT');
  setTimeout(() => process.kill(pid, 'SIGCONT'), 300);

  expect(await asked).toBe(true);
});

it('dismissed, a signal starts no successor', async () => {
  const { sentinel, running } = startSentinel();
  const [pid = Number.NaN] = running();
  process.kill(pid, 'SIGSTOP');

  sentinel.dismiss();
  process.kill(pid, 'SIGKILL');

  await vi.waitFor(() => expect(running()).not.toContain(pid), { timeout: 10_000 });
  expect(running()).toEqual([]);
});

it('without cat each signal counts as the own', async () => {
  vi.stubEnv('PATH', temporaryFolder());
  onTestFinished(() => void vi.unstubAllEnvs());
  const { sentinel, running } = startSentinel();

  expect(await sentinel.alsoReceived('SIGTERM')).toBe(false);
  expect(running()).toEqual([]);
});

it('a second process that ends by itself is not started again', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'cat'), `#!/bin/sh\necho started >>${join(folder, 'log')}\n`);
  chmodSync(join(folder, 'cat'), 0o755);
  vi.stubEnv('PATH', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { sentinel } = startSentinel();

  expect([await sentinel.alsoReceived('SIGTERM'), await sentinel.alsoReceived('SIGTERM')]).toEqual([false, false]);
  expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('started\n');
});
