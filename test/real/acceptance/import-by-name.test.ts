import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { Workspace } from '../../support/workspace';
import { onEachTerraform } from './support/on-each-terraform';

const CONFIG = `
  provider "coffer" {}
  resource "coffer_secret" "s" {
    name  = "db"
    value = "canary"
  }
  resource "coffer_bucket" "b" {
    max_size = 1000
  }
`;

const KEYS = `
  resource "coffer_access_key" "k" {
    bucket_ids  = [coffer_bucket.b.id]
    permissions = { read = true }
  }
  resource "coffer_rotating_access_key" "r" {
    bucket_ids  = [coffer_bucket.b.id]
    permissions = { read = true }
  }
`;

onEachTerraform('imports by name', (terraform) => {
  it('import blocks take name:, alias: and access_key_id:, and the plan after them is empty', async () => {
    await using emulator = await Emulator.start();
    await using maker = await Workspace.create(emulator, { terraform });
    await maker.write(CONFIG + KEYS);
    await maker.apply();
    const [bucket, secret] = [await maker.resource('coffer_bucket.b'), await maker.resource('coffer_secret.s')];
    const key = await maker.resource('coffer_access_key.k');
    const { current } = await maker.resource('coffer_rotating_access_key.r');
    const rotating = current as typeof key;
    await using workspace = await Workspace.create(emulator, { terraform });
    const ids = {
      'coffer_secret.s': 'name:db',
      'coffer_bucket.b': `alias:${bucket.alias}`,
      'coffer_access_key.k': `access_key_id:${key.access_key_id}`,
      'coffer_rotating_access_key.r': `access_key_id:${rotating.access_key_id}`,
    };
    const imports = Object.entries(ids).map(([to, id]) => `import {\n  to = ${to}\n  id = "${id}"\n}\n`);
    await workspace.write([CONFIG, KEYS, ...imports].join(''));

    const { stdout } = await workspace.apply();

    expect(stdout).toContain('4 imported, 0 added');
    const secretHalves = [key.secret_access_key, rotating.secret_access_key].map(String);
    const said = stdout + (await workspace.read('terraform.tfstate'));
    expect(secretHalves.filter((half) => said.includes(half))).toEqual([]);
    expect(await workspace.resource('coffer_bucket.b')).toEqual(bucket);
    expect(await workspace.resource('coffer_secret.s')).toEqual(secret);
    expect(await workspace.resource('coffer_access_key.k')).toEqual({ ...key, secret_access_key: null });
    expect(await workspace.resource('coffer_rotating_access_key.r')).toMatchObject({
      current: { ...rotating, rotated_at: null, secret_access_key: null },
    });
  });
});
