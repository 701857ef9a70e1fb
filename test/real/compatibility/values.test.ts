import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { Workspace } from '../../support/workspace';
import { onEach } from './on-each';

onEach('data sources', ({ path }) => {
  it('find one object, and list what is there', async () => {
    await using emulator = await Emulator.start();
    emulator.seedFrom({
      secrets: [{ id: 'secret-1', name: 'db', value: 'seeded' }],
      buckets: [{ id: 'bucket-1', alias: 'media', max_size: 1000 }],
      access_keys: [{ id: 'key-1', access_key_id: 'GK1', buckets: ['bucket-1'], permissions: { read: true } }],
    });
    await using workspace = await Workspace.create(emulator, { terraform: path });
    await workspace.write(`
      data "coffer_secret" "one" {
        name = "db"
      }
      data "coffer_bucket" "one" {
        alias = "media"
      }
      data "coffer_access_key" "one" {
        access_key_id = "GK1"
      }
      data "coffer_secrets" "all" {}
      data "coffer_buckets" "all" {}
      data "coffer_access_keys" "all" {}
      output "one" {
        value = [data.coffer_secret.one.id, data.coffer_bucket.one.id, data.coffer_access_key.one.id]
      }
      output "all" {
        value = concat(
          data.coffer_secrets.all.secrets[*].id,
          data.coffer_buckets.all.buckets[*].id,
          data.coffer_access_keys.all.access_keys[*].id,
        )
      }
    `);

    await workspace.apply();

    const ids = ['secret-1', 'bucket-1', 'key-1'];
    expect(await outputs(workspace)).toEqual({ one: ids, all: ids });
  });
});

onEach('functions (`provider::coffer::…`)', ({ path }) => {
  it('all of them', async () => {
    await using emulator = await Emulator.start();
    await using workspace = await Workspace.create(emulator, { terraform: path });
    await workspace.write(`
      output "size" {
        value = provider::coffer::parse_size("10GiB")
      }
      output "text" {
        value = provider::coffer::format_size(10737418240)
      }
      output "server" {
        value = provider::coffer::registry_server("ghcr.io/acme/app:1")
      }
      output "docker" {
        value = keys(jsondecode(provider::coffer::docker_config_json([{ server = "ghcr.io", username = "u", password = "p" }])))
      }
      output "s3" {
        value = provider::coffer::s3_environment("https://s3.example", null, "b", "a", "s")["AWS_ACCESS_KEY_ID"]
      }
    `);

    await workspace.apply();

    expect(await outputs(workspace)).toEqual({
      size: 10737418240,
      text: '10GiB',
      server: 'ghcr.io',
      docker: ['auths'],
      s3: 'a',
    });
  });
});

onEach('write-only arguments', ({ path }) => {
  it('reach the service and no plan or state', async () => {
    await using emulator = await Emulator.start();
    const env = { TF_VAR_value: 'canary-value' };
    await using workspace = await Workspace.create(emulator, { terraform: path, env });
    await workspace.write(`
      variable "value" {
        type      = string
        ephemeral = true
      }
      resource "coffer_secret" "s" {
        name             = "s"
        value_wo         = var.value
        value_wo_version = "1"
      }
    `);

    await workspace.plan();
    const shown = await workspace.must(['show', '-json', 'plan.bin']);
    await workspace.apply();

    expect(emulator.inspect.secrets().map(({ id }) => emulator.inspect.secretValue(id))).toEqual(['canary-value']);
    expect(shown.output + (await workspace.read('terraform.tfstate'))).not.toContain('canary');
  });
});

onEach('ephemeral `coffer_access_key`, ephemeral variables', ({ path }) => {
  it('exists while a command runs, and its secret half can be stored at the service', async () => {
    await using emulator = await Emulator.start();
    await using workspace = await Workspace.create(emulator, { terraform: path });
    await workspace.write(`
      resource "coffer_bucket" "b" {
        max_size = 1000
      }
      ephemeral "coffer_access_key" "k" {
        bucket_ids  = [coffer_bucket.b.id]
        permissions = { read = true }
      }
      resource "coffer_secret" "s" {
        name             = "s"
        value_wo         = ephemeral.coffer_access_key.k.secret_access_key
        value_wo_version = "1"
      }
    `);

    await workspace.apply();

    const [stored = ''] = emulator.inspect.secrets().map(({ id }) => emulator.inspect.secretValue(id));
    expect(stored).toMatch(/^[0-9a-f]{64}$/);
    expect(await workspace.read('terraform.tfstate')).not.toContain(stored);
    expect(emulator.inspect.accessKeys()).toEqual([]);
    const made = emulator.journal.count({ operation: 'createAccessKey' });
    expect([made, emulator.journal.count({ operation: 'deleteAccessKey' })]).toEqual([2, 2]);
  });
});

async function outputs(workspace: Workspace): Promise<Record<string, unknown>> {
  const { stdout } = await workspace.must(['output', '-json']);
  const all = JSON.parse(stdout) as Record<string, { readonly value: unknown }>;
  return Object.fromEntries(Object.entries(all).map(([name, { value }]) => [name, value]));
}
