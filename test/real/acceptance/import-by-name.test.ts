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

it('P9: says which ids share a name, and what is not there', async () => {
  await using emulator = await Emulator.start({ dialect: 'minimal' });
  await using maker = await Workspace.create(emulator);
  await maker.write(CONFIG);
  await maker.apply();
  await using workspace = await Workspace.create(emulator);
  await workspace.write(CONFIG);
  const run = async (address: string, id: string) => {
    const { code, output } = await workspace.run(['import', '-no-color', '-input=false', address, id]);
    expect(code).toBe(1);
    return output.replace(/[│╷╵\s]+/g, ' ');
  };
  const missing = await run('coffer_secret.s', 'name:nobody');
  const missingBucket = await run('coffer_bucket.b', 'alias:nowhere');
  const headers = { authorization: `Bearer ${emulator.token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ project_id: emulator.projectId, name: 'db', value: 'dg==' });
  await fetch(`${emulator.baseUrl}/secrets`, { method: 'POST', headers, body });
  const twice = await run('coffer_secret.s', 'name:db');

  expect(missing).toContain('Error: No such secret The service lists no secret with name "nobody" in project');
  expect(missingBucket).toContain('Error: No such bucket The service lists no bucket with alias "nowhere" in project');
  const ids = emulator.inspect.secrets().map(({ id }) => JSON.stringify(id));
  expect(ids).toHaveLength(2);
  expect(twice).toContain(`Error: More than one secret`);
  expect(twice).toContain(`Their ids are ${ids.sort().join(', ')}. Import the intended one by its id.`);
});
