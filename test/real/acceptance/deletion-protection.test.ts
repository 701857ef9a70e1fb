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

  it('fewer instances, other keys and a removed block that destroys are refused; what only forgets or moves is not', async () => {
    await using emulator = await Emulator.start();
    await using workspace = await Workspace.create(emulator, { terraform });
    const instances = (meta: string, more = '') => `
      resource "coffer_secret" "s" {
        ${meta}
        name                = "s-${'${'}${meta.startsWith('count') ? 'count.index' : 'each.key'}}"
        value_wo            = "canary"
        deletion_protection = true
      }
      ${more}
    `;
    await workspace.write(instances('count = 2'));
    await workspace.apply();
    const made = emulator.inspect.secrets();

    await workspace.write(instances('count = 1'));
    expect(await refusedCalls(emulator, workspace, 'plan')).toBe(1);
    await workspace.write(instances('for_each = toset(["0", "1"])'));
    expect(await refusedCalls(emulator, workspace, 'plan')).toBe(2);
    const moved = [0, 1]
      .map((i) => `moved {\n from = coffer_secret.s[${i}]\n to = coffer_secret.s["${i}"]\n}\n`)
      .join('');
    await workspace.write(instances('for_each = toset(["0", "1"])', moved));
    await workspace.apply();
    await workspace.write(instances('for_each = toset(["1"])', moved));
    expect(await refusedCalls(emulator, workspace, 'plan')).toBe(1);

    const removed = (destroy: boolean) =>
      `provider "coffer" {}\nremoved {\n from = coffer_secret.s\n lifecycle {\n destroy = ${destroy}\n }\n}\n`;
    await workspace.write(removed(true));
    expect(await refusedCalls(emulator, workspace, 'plan')).toBe(2);
    await workspace.write(removed(false));
    await workspace.apply();
    expect(await workspace.state()).toEqual([]);
    expect(emulator.inspect.secrets()).toEqual(made);
  });

  it('an imported object is protected from the apply that imports it on, and by the default at once', async () => {
    await using emulator = await Emulator.start();
    await using workspace = await Workspace.create(emulator, { terraform });
    const forget = () => workspace.must(['state', 'rm', 'coffer_bucket.b']);
    await workspace.write('resource "coffer_bucket" "b" {\n max_size = 1000\n}\n');
    await workspace.apply();
    const { id } = await workspace.resource('coffer_bucket.b');
    await forget();
    const imported = (protection: string) => `
      import {
        to = coffer_bucket.b
        id = "${id}"
      }
      resource "coffer_bucket" "b" {
        max_size = 1000
        ${protection}
      }
    `;

    await workspace.write(imported('deletion_protection = true'));
    expect(await workspace.planActions()).toEqual({ 'coffer_bucket.b': 'update' });
    await workspace.apply();
    expect(await refusedCalls(emulator, workspace, 'destroy', '-auto-approve')).toBe(1);
    await workspace.write(imported('deletion_protection = false'));
    await workspace.apply();
    await forget();

    await workspace.write(imported(''));
    await workspace.apply();
    await workspace.write('provider "coffer" {\n deletion_protection = true\n}\n');
    expect(await refusedCalls(emulator, workspace, 'plan')).toBe(1);
    await workspace.write(imported(''));
    await workspace.destroy();
    expect(emulator.inspect.buckets()).toEqual([]);
  });
});
