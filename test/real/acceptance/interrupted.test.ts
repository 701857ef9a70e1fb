import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { useEmulator } from '../../../emulator/testing/vitest';
import { Workspace } from '../../support/workspace';
import { untilNoProvider } from './support/provider-processes';

/** What an interruption of the real Terraform leaves: what was sent gets its response, and state and service agree (P43, F9). */

const emulator = useEmulator();

const KEYS = 8;
/** How late the service responds, in milliseconds. */
const LATENCY_MS = 1_500;

const BUCKET = `
  resource "coffer_bucket" "b" {
    max_size = 1000
  }
`;
const CONFIGURATION = `${BUCKET}
  resource "coffer_access_key" "k" {
    count       = ${KEYS}
    bucket_ids  = [coffer_bucket.b.id]
    permissions = { read = true }
  }
`;

/** Applies eight keys, and does something to Terraform while all of their requests are under way. */
async function interrupt(workspace: Workspace, end: (pid: number) => unknown): Promise<void> {
  await workspace.write(BUCKET);
  await workspace.apply();
  await workspace.write(CONFIGURATION);
  emulator.faults.add({ operation: 'createAccessKey', delayMs: LATENCY_MS, when: 'after-commit' });
  const applying = workspace.spawn(['apply', '-auto-approve', '-input=false'], { detached: true });
  const closed = once(applying, 'close');
  while (emulator.inspect.accessKeys().length < KEYS) await delay(10);
  await end(applying.pid ?? Number.NaN);
  await closed;
  await untilNoProvider(workspace);
}

const keysIn = async (workspace: Workspace) =>
  (await workspace.state()).flatMap(({ type, values }) => (type === 'coffer_access_key' ? [String(values.id)] : []));

const keysAtService = () => emulator.inspect.accessKeys().map(({ id }) => id);

describe.each([
  ['SIGINT to Terraform', (pid: number) => process.kill(pid, 'SIGINT')],
  ['SIGINT to the group', (pid: number) => process.kill(-pid, 'SIGINT')],
  ['SIGTERM to Terraform', (pid: number) => process.kill(pid, 'SIGTERM')],
  ['SIGTERM to the group', (pid: number) => process.kill(-pid, 'SIGTERM')],
  [
    'SIGINT to Terraform, and SIGTERM to the provider',
    async (pid: number) => {
      process.kill(pid, 'SIGINT');
      for (const id of await childrenOf(pid)) process.kill(id, 'SIGTERM');
    },
  ],
])('%s while keys are being made', (_what, end) => {
  it('P43: leaves every key of the service in state', async () => {
    await using workspace = await Workspace.create(emulator, { installation: 'dev_overrides' });

    await interrupt(workspace, end);

    const kept = await keysIn(workspace);
    expect(kept.sort()).toEqual(keysAtService().sort());
    expect(kept).toHaveLength(KEYS);
  });
});

describe.each([
  [
    'a second interrupt',
    async (pid: number) => {
      process.kill(pid, 'SIGINT');
      await delay(200);
      process.kill(pid, 'SIGINT');
    },
  ],
  [
    'SIGINT to the group, and then SIGTERM,',
    async (pid: number) => {
      process.kill(-pid, 'SIGINT');
      await delay(1_000);
      process.kill(-pid, 'SIGTERM');
    },
  ],
  ['kill -9 of Terraform', (pid: number) => process.kill(pid, 'SIGKILL')],
])('%s while keys are being made', (_what, end) => {
  it('P43: leaves no key that nobody knows', async () => {
    await using workspace = await Workspace.create(emulator, { installation: 'dev_overrides' });

    await interrupt(workspace, end);

    expect(keysAtService().sort()).toEqual((await keysIn(workspace)).sort());
  });
});

async function childrenOf(pid: number): Promise<number[]> {
  return (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean).map(Number);
}
