import { describe, expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { Workspace } from '../../support/workspace';

const RESOURCES = `
  resource "coffer_secret" "s" {
    for_each = toset(["web-b", "web-a", "db"])
    name     = each.key
    value_wo = "canary"
  }
  resource "coffer_bucket" "b" {
    max_size    = 1000
    description = "uploads"
  }
  resource "coffer_access_key" "k" {
    bucket_ids  = [coffer_bucket.b.id]
    permissions = { read = true }
  }
`;

const DATA = `
  data "coffer_secret" "by_name" { name = "db" }
  data "coffer_secret" "by_id" { id = coffer_secret.s["web-a"].id }
  data "coffer_secrets" "web" { name_regex = "^web-" }
  data "coffer_bucket" "by_alias" { alias = coffer_bucket.b.alias }
  data "coffer_bucket" "by_id" { id = coffer_bucket.b.id }
  data "coffer_buckets" "all" {}
  data "coffer_access_key" "by_key_id" { access_key_id = coffer_access_key.k.access_key_id }
  data "coffer_access_key" "by_id" { id = coffer_access_key.k.id }
  data "coffer_access_keys" "all" {}
  output "found" {
    value = {
      secrets  = data.coffer_secrets.web.secrets[*].name
      by_name  = data.coffer_secret.by_name.name
      by_id    = data.coffer_secret.by_id.name
      buckets  = [data.coffer_bucket.by_alias.max_size, data.coffer_bucket.by_id.description, length(data.coffer_buckets.all.buckets)]
      keys     = [data.coffer_access_key.by_key_id.permissions.read, data.coffer_access_key.by_id.id == coffer_access_key.k.id, length(data.coffer_access_keys.all.access_keys)]
    }
  }
`;

describe.each(['conventional', 'enveloped'] as const)('data sources on %s', (dialect) => {
  it('P6: find what is there, and share one list per collection with the resources', async () => {
    await using emulator = await Emulator.start({ dialect });
    await using workspace = await Workspace.create(emulator);
    await workspace.write(RESOURCES);
    await workspace.apply();
    await workspace.write(RESOURCES + DATA);
    await workspace.apply();
    const { stdout } = await workspace.must(['output', '-json', 'found']);
    emulator.journal.clear();

    const actions = await workspace.planActions();

    expect(JSON.parse(stdout)).toEqual({
      secrets: ['web-a', 'web-b'],
      by_name: 'db',
      by_id: 'web-a',
      buckets: [1000, 'uploads', 1],
      keys: [true, true, 1],
    });
    expect(actions).toEqual({});
    for (const operation of ['listSecrets', 'listBuckets', 'listAccessKeys'] as const) {
      expect([operation, emulator.journal.count({ operation })]).toEqual([operation, 1]);
    }
    expect(emulator.journal.count({})).toBe(3);
    const states = (await workspace.state()).filter(({ address }) => address.startsWith('data.'));
    expect(states).toHaveLength(9);
    expect(JSON.stringify(states)).not.toMatch(/canary|secret_access_key/);
  });
});
