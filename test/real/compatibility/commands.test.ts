import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { Workspace } from '../../support/workspace';
import { fill } from '../deploy/uses';
import { executableOf } from '../support/builds';
import { onEach } from './on-each';

onEach('`terraform test` with mocks and overrides', ({ path }) => {
  it('passes where it has to, and fails where it has to', async () => {
    await using emulator = await Emulator.start();
    await using workspace = await Workspace.create(emulator, { terraform: path, installation: 'mirror' });
    await workspace.write(`
      resource "coffer_bucket" "b" {
        max_size = provider::coffer::parse_size("1GiB")
      }
      resource "coffer_access_key" "k" {
        bucket_ids  = [coffer_bucket.b.id]
        permissions = { read = true }
      }
      resource "coffer_secret" "s" {
        name     = "s"
        value_wo = "v"
      }
    `);
    const suite = (size: number) => `
      mock_provider "coffer" {
        mock_resource "coffer_bucket" {
          defaults = {
            id    = "bucket-1"
            alias = "uploads-1"
          }
        }
      }
      override_resource {
        target = coffer_secret.s
        values = {
          id = "secret-1"
        }
      }
      run "all" {
        assert {
          condition     = coffer_bucket.b.max_size == ${size} && coffer_bucket.b.alias == "uploads-1"
          error_message = "The bucket is the mocked one."
        }
        assert {
          condition     = coffer_access_key.k.bucket_ids == toset(["bucket-1"]) && coffer_secret.s.id == "secret-1"
          error_message = "The secret is the overridden one."
        }
      }
    `;
    await workspace.init();

    await workspace.write(suite(1073741824), 'all.tftest.hcl');
    expect((await workspace.must(['test', '-no-color'])).stdout).toContain('1 passed, 0 failed');

    await workspace.write(suite(1), 'all.tftest.hcl');
    const failed = await workspace.run(['test', '-no-color']);
    expect(failed.code).toBe(1);
    expect(failed.output).toContain('The bucket is the mocked one.');
    expect(emulator.journal.count({})).toBe(0);
  });
});

onEach('`attach`', ({ path }) => {
  it('one provider serves every command', async () => {
    await using emulator = await Emulator.start();
    // This installation does not exist: a Terraform that starts its own provider fails.
    const env = { TF_CLI_CONFIG_FILE: '/nowhere/cli.tfrc' };
    await using workspace = await Workspace.create(emulator, { env });
    await workspace.write('resource "coffer_secret" "s" {\n  name = "s"\n  value_wo = "v"\n}\n');
    const story = ['apply -auto-approve', 'plan -detailed-exitcode', 'destroy -auto-approve']
      .map((command) => `"$0" ${command} -input=false -no-color`)
      .join(' && ');

    const result = await workspace.runProgram(executableOf('compiled'), ['attach', '--', 'sh', '-c', story, path]);

    expect(result).toMatchObject({ code: 0, stdout: expect.stringContaining('No changes.') });
    expect(emulator.inspect.secrets()).toEqual([]);
  });
});

const CONFIGURATION = `
  resource "coffer_bucket" "b" {
    max_size = 1000
  }
  resource "coffer_access_key" "k" {
    bucket_ids  = [coffer_bucket.b.id]
    permissions = { read = true }
  }
  action "coffer_empty_bucket" "b" {
    config {
      bucket_id = coffer_bucket.b.id
    }
  }
  action "coffer_revoke_access_key" "k" {
    config {
      access_key_id = coffer_access_key.k.access_key_id
    }
  }
`;

/** A secret whose change runs both actions. */
const trigger = (version: string) => `
  resource "coffer_secret" "switch" {
    name             = "switch"
    value_wo         = "canary-${version}"
    value_wo_version = "${version}"
    lifecycle {
      action_trigger {
        events  = [after_update]
        actions = [action.coffer_empty_bucket.b, action.coffer_revoke_access_key.k]
      }
    }
  }
`;

const objects = (emulator: Emulator) =>
  emulator.inspect.buckets().flatMap(({ id }) => emulator.inspect.objects(id).map(({ key }) => key));

const keys = (emulator: Emulator) => emulator.inspect.accessKeys().map(({ accessKeyId }) => accessKeyId);

const invoke = (action: string) => ['apply', '-auto-approve', '-input=false', '-no-color', `-invoke=${action}`];

onEach('actions by `-invoke`', ({ path }) => {
  it('coffer_empty_bucket and coffer_revoke_access_key', async () => {
    await using emulator = await Emulator.start();
    await using workspace = await Workspace.create(emulator, { terraform: path });
    await workspace.write(CONFIGURATION);
    await workspace.apply();
    await fill(emulator, String((await workspace.resource('coffer_bucket.b')).alias));
    const { access_key_id: key } = await workspace.resource('coffer_access_key.k');

    const emptied = await workspace.must(invoke('action.coffer_empty_bucket.b'), { withoutPlan: 'an action' });
    expect(emptied.stdout).toContain('1 object deleted');
    expect(objects(emulator)).toEqual([]);

    await workspace.must(invoke('action.coffer_revoke_access_key.k'), { withoutPlan: 'the key is gone' });
    expect(keys(emulator)).not.toContain(key);
  });
});

onEach('actions by `action_trigger`', ({ path }) => {
  it('both run after the update that triggers them', async () => {
    await using emulator = await Emulator.start();
    await using workspace = await Workspace.create(emulator, { terraform: path });
    await workspace.write(CONFIGURATION + trigger('1'));
    await workspace.apply();
    await fill(emulator, String((await workspace.resource('coffer_bucket.b')).alias));
    const { access_key_id: key } = await workspace.resource('coffer_access_key.k');

    await workspace.write(CONFIGURATION + trigger('2'));
    const { changes } = await workspace.plan();
    expect(changes.map(({ address }) => address)).toEqual(['coffer_secret.switch']);
    await workspace.must(['apply', '-input=false', '-no-color', 'plan.bin'], { withoutPlan: 'the key is gone' });

    expect(objects(emulator)).toEqual([]);
    expect(keys(emulator)).not.toContain(key);
  });
});
