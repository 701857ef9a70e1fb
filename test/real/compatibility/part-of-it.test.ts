import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { Workspace } from '../../support/workspace';
import { onEach } from './on-each';
import { ADDRESSES, everyResource } from './resources';

onEach('`-exclude`, `-exclude-file`', ({ path }) => {
  it('what is excluded, and what depends on it, is left alone', async () => {
    await using emulator = await Emulator.start({ dialect: 'extended' });
    await using workspace = await Workspace.create(emulator, { terraform: path });
    const inState = async () => (await workspace.state()).map(({ address }) => address).sort();
    await workspace.write(everyResource());

    await workspace.apply('-exclude=coffer_bucket.it');
    expect(await inState()).toEqual(['coffer_pull_secret.it', 'coffer_secret.it']);

    await workspace.write('coffer_pull_secret.it\ncoffer_rotating_access_key.it\n', 'excluded');
    await workspace.write(everyResource({ name: 'two', version: '2' }));
    expect(await workspace.planActions('-exclude-file=excluded')).toEqual({
      'coffer_access_key.it': 'create',
      'coffer_bucket.it': 'create',
      'coffer_secret.it': 'update',
    });
    await workspace.apply('-exclude-file=excluded');
    expect(await inState()).toEqual(ADDRESSES.filter((address) => !address.includes('rotating')).sort());
    await workspace.apply();

    await workspace.destroy('-exclude=coffer_access_key.it');
    // A key needs its bucket.
    expect(await inState()).toEqual(['coffer_access_key.it', 'coffer_bucket.it']);
    expect([emulator.inspect.buckets(), emulator.inspect.accessKeys()].map(({ length }) => length)).toEqual([1, 1]);
    await workspace.destroy();
    expect([emulator.inspect.buckets(), emulator.inspect.accessKeys()].flat()).toEqual([]);
  });
});

onEach('`enabled`', ({ path }) => {
  it('makes and destroys one object, and leaves the others', async () => {
    await using emulator = await Emulator.start();
    await using workspace = await Workspace.create(emulator, { terraform: path });
    await workspace.write(`
      variable "on" {
        type = bool
      }
      resource "coffer_bucket" "b" {
        max_size = 1000
      }
      resource "coffer_access_key" "k" {
        bucket_ids  = [coffer_bucket.b.id]
        permissions = { read = true }
        lifecycle {
          enabled = var.on
        }
      }
      ephemeral "coffer_access_key" "k" {
        bucket_ids  = [coffer_bucket.b.id]
        permissions = { read = true }
        lifecycle {
          enabled = var.on
        }
      }
      output "key" {
        value = try(coffer_access_key.k.access_key_id, "none")
      }
    `);
    const made = () => emulator.journal.count({ operation: 'createAccessKey' });

    await workspace.apply('-var=on=false');
    expect([await workspace.output('key'), made()]).toEqual(['none', 0]);

    await workspace.apply('-var=on=true');
    const [key] = emulator.inspect.accessKeys();
    expect([await workspace.output('key'), emulator.inspect.accessKeys().length]).toEqual([key?.accessKeyId, 1]);
    const before = made();

    await workspace.apply('-var=on=false');
    expect([await workspace.output('key'), made()]).toEqual(['none', before]);
    expect([emulator.inspect.accessKeys().length, emulator.inspect.buckets().length]).toEqual([0, 1]);
  });
});

const REMOVED = ADDRESSES.map(
  (address) => `removed {\n  from = ${address}\n  lifecycle {\n    destroy = false\n  }\n}\n`,
).join('');

onEach('`removed` with `destroy = false`', ({ path }) => {
  it('every resource is forgotten, and nothing happens at the service', async () => {
    await using emulator = await Emulator.start({ dialect: 'extended' });
    await using workspace = await Workspace.create(emulator, { terraform: path });
    await workspace.write(everyResource());
    await workspace.apply();
    const writes = () => emulator.journal.requests().filter(({ method }) => method !== 'GET').length;
    const before = writes();

    await workspace.write(`provider "coffer" {\n  pull_secret_api = "full"\n}\n${REMOVED}`);
    await workspace.apply();

    expect(await workspace.state()).toEqual([]);
    expect(writes()).toBe(before);
  });
});

const PERMISSIONS = (write: boolean) => `
  resource "coffer_bucket" "b" {
    max_size = 1000
  }
  resource "coffer_access_key" "k" {
    bucket_ids  = [coffer_bucket.b.id]
    permissions = { read = true, write = ${write} }
    lifecycle {
      destroy = false
    }
  }
`;

onEach('`lifecycle` with `destroy = false`', ({ path }) => {
  it('a replaced key and a destroyed one stay at the service', async () => {
    await using emulator = await Emulator.start();
    await using workspace = await Workspace.create(emulator, { terraform: path });
    await workspace.write(PERMISSIONS(false));
    await workspace.apply();
    const { id: first } = await workspace.resource('coffer_access_key.k');

    await workspace.write(PERMISSIONS(true));
    await workspace.apply();
    const { id: second } = await workspace.resource('coffer_access_key.k');
    expect(emulator.inspect.accessKeys().map(({ id }) => id)).toEqual([first, second]);

    await workspace.destroy('-suppress-forget-errors', '-target=coffer_access_key.k');
    expect((await workspace.state()).map(({ address }) => address)).toEqual(['coffer_bucket.b']);
    expect(emulator.inspect.accessKeys().map(({ id }) => id)).toEqual([first, second]);
  });
});

onEach('`prevent_destroy` by a variable', ({ path }) => {
  it('a plan fails that would destroy the bucket, and nothing is sent', async () => {
    await using emulator = await Emulator.start();
    await using workspace = await Workspace.create(emulator, { terraform: path });
    await workspace.write(`
      variable "protected" {
        type = bool
      }
      resource "coffer_bucket" "b" {
        max_size = 1000
        lifecycle {
          prevent_destroy = var.protected
        }
      }
    `);
    await workspace.apply('-var=protected=true');

    const { code, output } = await workspace.run([
      'plan',
      '-destroy',
      '-input=false',
      '-no-color',
      '-var=protected=true',
    ]);
    expect([code, output]).toEqual([1, expect.stringContaining('coffer_bucket.b')]);
    expect(emulator.inspect.buckets()).toHaveLength(1);

    await workspace.destroy('-var=protected=false');
    expect(emulator.inspect.buckets()).toEqual([]);
  });
});
