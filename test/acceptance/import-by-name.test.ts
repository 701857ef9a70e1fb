import { expect, it } from 'vitest';
import { Emulator } from '../../emulator';
import { Workspace } from '../support/workspace';

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

it('import blocks take name: and alias:, and the plan after them is empty', async () => {
  await using emulator = await Emulator.start();
  await using maker = await Workspace.create(emulator);
  await maker.write(CONFIG);
  await maker.apply();
  const [bucket, secret] = [await maker.resource('coffer_bucket.b'), await maker.resource('coffer_secret.s')];
  await using workspace = await Workspace.create(emulator);
  await workspace.write(`${CONFIG}
    import {
      to = coffer_secret.s
      id = "name:db"
    }
    import {
      to = coffer_bucket.b
      id = "alias:${bucket.alias}"
    }
  `);

  const { stdout } = await workspace.apply();

  expect(stdout).toContain('2 imported, 0 added');
  expect(await workspace.resource('coffer_bucket.b')).toEqual(bucket);
  expect(await workspace.resource('coffer_secret.s')).toEqual(secret);
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
  const { id: first } = await maker.resource('coffer_secret.s');

  const missing = await run('coffer_secret.s', 'name:nobody');
  const missingBucket = await run('coffer_bucket.b', 'alias:nowhere');
  await workspace.apply('-target=coffer_secret.s');
  const { id: second } = await workspace.resource('coffer_secret.s');
  await workspace.must(['state', 'rm', 'coffer_secret.s']);
  const twice = await run('coffer_secret.s', 'name:db');

  expect(missing).toContain('Error: No such secret The service lists no secret with name "nobody" in project');
  expect(missingBucket).toContain('Error: No such bucket The service lists no bucket with alias "nowhere" in project');
  const ids = [first, second].map((id) => JSON.stringify(id)).sort();
  expect(twice).toContain(`Error: More than one secret`);
  expect(twice).toContain(`Their ids are ${ids.join(', ')}. Import the one that is meant by its id.`);
});
