import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useEmulator } from '../../../emulator/testing/vitest';
import { Workspace } from '../../support/workspace';
import { BUILDS } from '../support/builds';
import { providersOf, untilNoProvider } from './support/provider-processes';

/** What happens to processes and the objects they created when something ends too early. */

const emulator = useEmulator({ settle: '1000000polls' });

const CONFIGURATION = `
  resource "coffer_bucket" "b" {
    count    = 3
    max_size = 1000 + count.index
  }
`;

/** Starts an apply that waits for buckets that never become ready, and returns once all three exist and the wait has begun. */
async function applyThatWaits(workspace: Workspace): Promise<ChildProcess> {
  await workspace.write(CONFIGURATION);
  const child = workspace.spawn(['apply', '-auto-approve', '-input=false', '-no-color'], { detached: true });
  while (emulator.journal.count({ operation: 'createBucket' }) < 3)
    await new Promise((resolve) => setTimeout(resolve, 20));
  const polls = emulator.journal.count({ operation: 'listBuckets' });
  while (emulator.journal.count({ operation: 'listBuckets' }) < polls + 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
  return child;
}

describe.each(BUILDS)('with the %s provider', (build) => {
  it('no provider outlives a Terraform that was killed, and none leaves its socket behind', async () => {
    await using workspace = await Workspace.create(emulator, { build, installation: 'dev_overrides' });
    const child = await applyThatWaits(workspace);
    expect((await providersOf(workspace)).length).toBeGreaterThan(0);

    process.kill(child.pid ?? Number.NaN, 'SIGKILL');
    await once(child, 'close');

    await untilNoProvider(workspace);
    expect(await readdir(join(workspace.folder, 'tmp'))).toEqual([]);
  });

  it('no provider is left after a command', async () => {
    await using workspace = await Workspace.create(emulator, { build, installation: 'dev_overrides' });
    await workspace.write('resource "coffer_secret" "s" {\n  name = "s"\n  value_wo = "v"\n}\n');

    await workspace.apply();

    expect(await providersOf(workspace)).toEqual([]);
    expect(await readdir(join(workspace.folder, 'tmp'))).toEqual([]);
  });
});
