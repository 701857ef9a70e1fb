import { expect, it } from 'vitest';
import { Emulator } from '../../emulator';
import { inRoot } from '../../scripts/support/paths';
import { synthesizeProgram } from '../examples/synthesize';
import { Workspace } from '../support/workspace';

/** The construct of an ephemeral access key under the real Terraform: cdktf has no ephemeral blocks of its own. */

it('P28: is made for an apply, used in it, deleted with it, and kept nowhere', async () => {
  await using emulator = { started: await Emulator.start(), [Symbol.asyncDispose]: () => emulator.started.stop() };
  const { inspect, journal } = emulator.started;
  await using workspace = await Workspace.create(emulator.started, { installation: 'mirror' });
  await synthesizeProgram(inRoot('test/src/programs/ephemeral-key.ts'), 'ephemeral-key', workspace);
  await workspace.init();

  await workspace.apply();

  const [copy] = inspect.secrets();
  const half = inspect.secretValue(copy?.id ?? '');
  const [bucket] = inspect.buckets();
  expect(journal.count({ operation: 'createAccessKey' })).toBe(2); // by the apply, and by the plan after it
  expect(bucket?.maxSize).toBe(1024n ** 3n);
  expect(inspect.accessKeys()).toEqual([]);
  expect(half).toMatch(/^\S{20,}$/);
  expect(await workspace.read('terraform.ephemeral-key.tfstate')).not.toContain(half);
  await workspace.destroy();
});
