import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { HOSTS } from '../../../framework/packaging/filesystem-mirror';
import { Workspace } from '../../support/workspace';
import { newestOf, usableVersions } from '../support/usable-terraforms';
import { onEach } from './on-each';
import { everyResource } from './resources';

const terraform = newestOf(await usableVersions())?.path ?? '';

onEach('a state from Terraform, and back', ({ path: tofu }) => {
  it('the newest Terraform makes every resource, OpenTofu changes them, and Terraform destroys them', async () => {
    await using emulator = await Emulator.start({ dialect: 'extended' });
    await using theirs = await Workspace.create(emulator, { terraform, installation: 'mirror' });
    await using ours = await Workspace.create(emulator, { terraform: tofu, installation: 'mirror' });
    const hand = (from: Workspace, to: Workspace) =>
      copyFile(join(from.folder, 'terraform.tfstate'), join(to.folder, 'terraform.tfstate'));
    const changed = everyResource({ name: 'two', size: 2000, version: '2' });
    await theirs.write(everyResource());
    await theirs.init();
    await theirs.apply();

    await hand(theirs, ours);
    await ours.write(everyResource());
    await ours.init();
    expect(await ours.planActions()).toEqual({});
    await ours.write(changed);
    await ours.apply();

    await hand(ours, theirs);
    await theirs.write(changed);
    await theirs.init();
    const [theirHost, ourHost] = HOSTS.map((host) => `${host}/coffer/coffer`) as [string, string];
    await theirs.must(['state', 'replace-provider', '-auto-approve', ourHost, theirHost]);
    expect(await theirs.planActions()).toEqual({});
    await theirs.destroy();
    const { inspect } = emulator;
    expect([inspect.secrets(), inspect.buckets(), inspect.accessKeys(), inspect.pullSecrets()].flat()).toEqual([]);
  });
});
