import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { Workspace } from '../../support/workspace';
import { onEachTerraform } from './support/on-each-terraform';

const configuration = (protection: string) => `
  resource "coffer_bucket" "b" {
    max_size = 1000
    ${protection}
  }
  resource "coffer_secret" "s" {
    name             = "s"
    value_wo         = "canary"
    value_wo_version = "1"
    ${protection}
  }
`;
const PROTECTED = configuration('deletion_protection = true');
const REFUSED = 'Error: Protected from deletion';

/** How many refusals a command reports; it may send only reads. */
async function refusedCalls(emulator: Emulator, workspace: Workspace, ...args: string[]): Promise<number> {
  emulator.journal.clear();
  const { code, output } = await workspace.run([...args, '-input=false', '-no-color']);
  const written = emulator.journal.requests().filter(({ method }) => method !== 'GET');
  expect({ code, written }, output).toEqual({ code: 1, written: [] });
  expect(output).not.toContain('canary');
  return output.split(REFUSED).length - 1;
}

onEachTerraform('protected objects', (terraform) => {
  it('what is protected is neither destroyed nor replaced, and is destroyed once that is lifted', async () => {
    await using emulator = await Emulator.start({ projects: ['project-1', 'project-2'] });
    await using workspace = await Workspace.create(emulator, { terraform });
    const ids = () => [...emulator.inspect.buckets(), ...emulator.inspect.secrets()].map(({ id }) => id);
    await workspace.write(PROTECTED);
    await workspace.apply();
    const made = ids();

    // Destroys by command, by a forced replacement, by a changed project, and by deleting the blocks.
    expect(await refusedCalls(emulator, workspace, 'destroy', '-auto-approve')).toBe(2);
    expect(
      await refusedCalls(emulator, workspace, 'plan', '-replace=coffer_bucket.b', '-replace=coffer_secret.s'),
    ).toBe(2);
    await workspace.write(
      PROTECTED.replaceAll('deletion_protection', 'project_id = "project-2"\n deletion_protection'),
    );
    expect(await refusedCalls(emulator, workspace, 'plan')).toBe(2);
    await workspace.write('provider "coffer" {}');
    expect(await refusedCalls(emulator, workspace, 'plan')).toBe(2);

    // Terraform does not ask the provider to plan the deletion of a tainted object, so the apply refuses it.
    await workspace.write(PROTECTED);
    await workspace.must(['taint', 'coffer_secret.s']);
    expect(await refusedCalls(emulator, workspace, 'apply', '-auto-approve')).toBe(1);
    await workspace.must(['untaint', 'coffer_secret.s']);

    await workspace.write(configuration('deletion_protection = false'));
    await workspace.apply();
    expect(ids()).toEqual(made);
    await workspace.destroy();
    expect(ids()).toEqual([]);
  });
});
