import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { Workspace } from '../../support/workspace';
import { onEach } from './on-each';

/** The objects that exist before any import. */
const SEED = {
  secrets: [
    { id: 'secret-1', name: 'session-one', value: 'seeded' },
    { id: 'secret-2', name: 'session-two', value: 'seeded' },
  ],
  pull_secrets: [{ id: 'pull-1', server: 'ghcr.io', username: 'octo', password: 'seeded' }],
  buckets: [{ id: 'bucket-1', alias: 'media', max_size: 1000 }],
  access_keys: [{ id: 'key-1', access_key_id: 'GK1', buckets: ['bucket-1'], permissions: { read: true } }],
};

const PROVIDER = 'provider "coffer" {\n  pull_secret_api = "full"\n}\n';
const RESOURCES = `
  resource "coffer_secret" "s" {
    name = "session-one"
  }
  resource "coffer_bucket" "b" {
    max_size = 1000
  }
`;

async function start(terraform: string) {
  const emulator = await Emulator.start({ dialect: 'extended' });
  emulator.seedFrom(SEED);
  const workspace = await Workspace.create(emulator, { terraform });
  return {
    workspace,
    [Symbol.asyncDispose]: async () => {
      await workspace[Symbol.asyncDispose]();
      await emulator.stop();
    },
  };
}

onEach('import by id, name and alias', ({ path }) => {
  it.each([
    ['ids', 'secret-1', 'bucket-1'],
    ['name: and alias:', 'name:session-one', 'alias:media'],
  ])('%s', async (_by, secret, bucket) => {
    await using at = await start(path);
    await at.workspace.write(`${PROVIDER}${RESOURCES}
      import {
        to = coffer_secret.s
        id = "${secret}"
      }
      import {
        to = coffer_bucket.b
        id = "${bucket}"
      }
    `);

    const { stdout } = await at.workspace.apply();

    expect(stdout).toContain('2 imported, 0 added, ');
    expect((await at.workspace.resource('coffer_secret.s')).id).toBe('secret-1');
    expect((await at.workspace.resource('coffer_bucket.b')).id).toBe('bucket-1');
  });
});

onEach('import by identity', ({ path }) => {
  it('of resources with configuration', async () => {
    await using at = await start(path);
    await at.workspace.write(`${PROVIDER}${RESOURCES}
      import {
        to       = coffer_secret.s
        identity = { id = "secret-1" }
      }
      import {
        to       = coffer_bucket.b
        identity = { id = "bucket-1" }
      }
    `);

    expect((await at.workspace.plan()).changes.map(({ change }) => change.importing?.identity)).toEqual([
      { id: 'bucket-1' },
      { id: 'secret-1' },
    ]);
    expect((await at.workspace.apply()).stdout).toContain('2 imported, 0 added, ');
  });
});

onEach('`import` blocks with `for_each`', ({ path }) => {
  it('of what a data source lists', async () => {
    await using at = await start(path);
    await at.workspace.write(`${PROVIDER}
      data "coffer_secrets" "all" {
        name_regex = "^session-"
      }
      locals {
        ids = { for one in data.coffer_secrets.all.secrets : one.name => one.id }
      }
      import {
        for_each = local.ids
        to       = coffer_secret.all[each.key]
        id       = each.value
      }
      resource "coffer_secret" "all" {
        for_each = local.ids
        name     = each.key
      }
    `);

    expect((await at.workspace.apply()).stdout).toContain('2 imported, 0 added, ');
  });
});

const IMPORTS = (by: (id: string) => string) => `${PROVIDER}
  import {
    to = coffer_secret.s
    ${by('secret-1')}
  }
  import {
    to = coffer_bucket.b
    ${by('bucket-1')}
  }
  import {
    to = coffer_access_key.k
    ${by('key-1')}
  }
`;

onEach('`-generate-config-out`', ({ path }) => {
  it('writes configuration that plans nothing but the import', async () => {
    await using at = await start(path);
    await at.workspace.write(IMPORTS((id) => `id = "${id}"`));

    await at.workspace.must(['plan', '-input=false', '-no-color', '-generate-config-out=generated.tf']);

    expect((await at.workspace.apply()).stdout).toContain('3 imported, 0 added, 0 changed, 0 destroyed');
  });
});

onEach('list resources, `terraform query`', ({ path }) => {
  const list = (type: string, config = '') =>
    `list "coffer_${type}" "all" {\n  provider = coffer\n  ${config && `config {\n    ${config}\n  }\n`}}\n`;

  it('what is found is written as configuration that plans nothing but the imports', async () => {
    await using at = await start(path);
    await at.workspace.write(PROVIDER);
    await at.workspace.write(
      [list('secret', 'name_regex = "^session-"'), list('bucket'), list('access_key')].join(''),
      'all.tfquery.hcl',
    );

    const { stdout } = await at.workspace.must(['query', '-no-color', '-generate-config-out=generated.tf']);
    expect(stdout).toContain('id=secret-2');
    expect(await at.workspace.read('generated.tf')).toContain('identity');

    expect(Object.values(await at.workspace.planActions())).toEqual(Array(4).fill('import'));
    expect((await at.workspace.apply()).stdout).toContain('4 imported, 0 added, 0 changed, 0 destroyed');
  });

  it('finds pull secrets where the service lists them', async () => {
    await using at = await start(path);
    await at.workspace.write(PROVIDER);
    await at.workspace.write(list('pull_secret'), 'all.tfquery.hcl');

    const { stdout } = await at.workspace.must(['query', '-json']);

    expect(stdout).toContain('"identity":{"id":"pull-1"}');
  });
});
