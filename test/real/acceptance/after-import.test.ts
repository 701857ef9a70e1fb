import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { identifyTerraform } from '../../../scripts/support/terraform';
import { Workspace } from '../../support/workspace';
import { onEachTerraform } from './support/on-each-terraform';

/** What null means in state (P12), with the real Terraform: unknown after an import, a value like any other on what we made. */

const BUCKET = `
  resource "coffer_bucket" "b" {
    max_size = 1000
  }
`;
const KEYS = (more = '') => `
  resource "coffer_access_key" "k" {
    bucket_ids  = [coffer_bucket.b.id]
    permissions = { read = true }
    ${more}
    lifecycle {
      create_before_destroy = true
    }
  }
  resource "coffer_rotating_access_key" "r" {
    bucket_ids  = [coffer_bucket.b.id]
    permissions = { read = true }
    ${more}
  }
`;
const TRIGGER = 'rotation_trigger = { month = "1" }';
const REPLACED = { 'coffer_access_key.k': 'replace', 'coffer_rotating_access_key.r': 'update' };
const TAKEN_OVER = { 'coffer_access_key.k': 'update', 'coffer_rotating_access_key.r': 'update' };

onEachTerraform('plans after an import', (terraform) => {
  it('P12: a trigger replaces and rotates keys that were made here, and is taken over by imported ones', async () => {
    await using emulator = await Emulator.start();
    await using maker = await Workspace.create(emulator, { terraform });
    await maker.write(BUCKET + KEYS());
    await maker.apply();
    const ids = Object.fromEntries((await maker.state()).map(({ address, values }) => [address, String(values.id)]));
    await using importer = await Workspace.create(emulator, { terraform });
    const { version } = await identifyTerraform(terraform);
    const byIdentity = Number(version.split('.')[1]) >= 12;
    const imports = Object.entries(ids).map(
      ([to, id]) => `import {\n  to = ${to}\n  ${byIdentity ? `identity = { id = "${id}" }` : `id = "${id}"`}\n}\n`,
    );
    await importer.write(BUCKET + KEYS());
    await importer.write(imports.join(''), 'imports.tf');
    await importer.apply();
    await importer.write('', 'imports.tf');
    const keys = emulator.inspect.accessKeys().length;

    // Another update in between changes nothing about what is unknown.
    await importer.write(BUCKET + KEYS('timeouts = { read = "1m" }'));
    await importer.apply();
    await importer.must(['state', 'mv', 'coffer_access_key.k', 'coffer_access_key.moved']);
    await importer.must(['state', 'mv', 'coffer_access_key.moved', 'coffer_access_key.k']);
    await importer.write(BUCKET + KEYS(TRIGGER));
    expect(await importer.planActions()).toEqual(TAKEN_OVER);
    await importer.apply();
    expect(emulator.inspect.accessKeys()).toHaveLength(keys);
    await importer.write(BUCKET + KEYS(TRIGGER.replace('1', '2')));
    expect(await importer.planActions()).toEqual(REPLACED);

    await maker.write(BUCKET + KEYS(TRIGGER));
    expect(await maker.planActions()).toEqual(REPLACED);
    await maker.apply();
    // What came with the replacement is known, too.
    await maker.write(BUCKET + KEYS());
    expect(await maker.planActions()).toEqual(REPLACED);
  });
});
