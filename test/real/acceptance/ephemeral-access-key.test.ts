import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { sampled } from '../../support/dice';
import { Workspace } from '../../support/workspace';
import type { Build } from '../support/builds';
import { providersOf, untilNoProvider } from './support/provider-processes';

/**
 * The ephemeral access key under the real Terraform (P28): no key may remain, however a command ends. After Ctrl-C Terraform waits up to 30 seconds for
 * what it has told to stop, so the tests wait together.
 */

interface World extends AsyncDisposable {
  readonly emulator: Emulator;
  readonly workspace: Workspace;
}

async function begin(build: Build = 'compiled'): Promise<World> {
  const emulator = await Emulator.start();
  const workspace = await Workspace.create(emulator, { build, installation: 'dev_overrides' });
  const end = async () => {
    await workspace[Symbol.asyncDispose]();
    await emulator.stop();
  };
  return { emulator, workspace, [Symbol.asyncDispose]: end };
}

/** A bucket, a key for it, and a secret created with the key's secret half while the key is open. */
const CONFIGURATION = `
  resource "coffer_bucket" "b" {
    max_size = 1000
  }
  ephemeral "coffer_access_key" "k" {
    bucket_ids  = [coffer_bucket.b.id]
    permissions = { read = true }
  }
  resource "coffer_secret" "s" {
    name             = "s3-secret"
    value_wo         = ephemeral.coffer_access_key.k.secret_access_key
    value_wo_version = "1"
  }
`;

/** The same, plus a data source that lists the keys while the key is open. */
const WITH_DATA = `${CONFIGURATION}
  data "coffer_access_keys" "all" {
    depends_on = [ephemeral.coffer_access_key.k]
  }
  output "all" {
    value = data.coffer_access_keys.all.access_keys
  }
`;

/** Starts a command, pauses it while the key is open, and returns once it is paused. */
async function runThatHolds({ emulator, workspace }: World, command: 'plan' | 'apply'): Promise<ChildProcess> {
  await workspace.write(CONFIGURATION);
  await workspace.must(['apply', '-auto-approve', '-input=false', '-target=coffer_bucket.b'], {
    withoutPlan: 'the command that is held follows, and this bucket is planned after other applies here',
  });
  await workspace.write(command === 'plan' ? WITH_DATA : CONFIGURATION);
  const making = emulator.faults.add({ operation: 'createAccessKey', pause: true });
  const args = command === 'plan' ? ['plan'] : ['apply', '-auto-approve'];
  const child = workspace.spawn([...args, '-input=false', '-no-color'], { detached: true });
  await making.whenMet();
  // The next call while the key is open.
  const next = command === 'plan' ? 'listAccessKeys' : 'createSecret';
  const held = emulator.faults.add({ operation: next, pause: true });
  making.release();
  await held.whenMet();
  return child;
}

it.concurrent('is ended by its provider where Terraform forgets it: after an error of what depends on it', async () => {
  await using world = await begin();
  const { emulator, workspace } = world;
  await workspace.write(CONFIGURATION);
  emulator.faults.add({ operation: 'createSecret', status: 400 });
  // Longer than Terraform waits for a provider that it has told to stop.
  emulator.faults.add({ operation: 'deleteAccessKey', delayMs: 2_500 });

  const { code } = await workspace.run(['apply', '-auto-approve', '-input=false', '-no-color']);

  expect([code, emulator.journal.count({ operation: 'createAccessKey' })]).toEqual([1, 1]);
  expect(emulator.inspect.accessKeys()).toEqual([]);
});

it.concurrent('a second Ctrl-C, which makes Terraform leave at once, ends it as well', async () => {
  await using world = await begin();
  const { emulator, workspace } = world;
  const child = await runThatHolds(world, 'apply');

  process.kill(child.pid ?? Number.NaN, 'SIGINT');
  process.kill(child.pid ?? Number.NaN, 'SIGINT');
  await once(child, 'close');
  await untilNoProvider(workspace);

  expect(emulator.inspect.accessKeys()).toEqual([]);
});

describe.concurrent.each(sampled<Build>('builds that end an ephemeral key', ['compiled', 'node'], 1))(
  'with the %s provider',
  (build) => {
    describe.each(['plan', 'apply'] as const)('during %s', (command) => {
      it('Ctrl-C ends it', async () => {
        await using world = await begin(build);
        const { emulator, workspace } = world;
        const child = await runThatHolds(world, command);
        expect(emulator.inspect.accessKeys()).toHaveLength(1);

        // A terminal sends SIGINT to the whole process group, including the provider.
        process.kill(-(child.pid ?? Number.NaN), 'SIGINT');
        await once(child, 'close');

        expect(emulator.inspect.accessKeys()).toEqual([]);
        await untilNoProvider(workspace);
      });

      it('its provider ends it when Terraform is killed, and leaves', async () => {
        await using world = await begin(build);
        const { emulator, workspace } = world;
        const child = await runThatHolds(world, command);
        expect(emulator.inspect.accessKeys()).toHaveLength(1);
        expect((await providersOf(workspace)).length).toBeGreaterThan(0);

        process.kill(child.pid ?? Number.NaN, 'SIGKILL');
        await once(child, 'close');
        await untilNoProvider(workspace);

        expect(emulator.inspect.accessKeys()).toEqual([]);
        expect(await readdir(join(workspace.folder, 'tmp'))).toEqual([]);
      });
    });
  },
);
