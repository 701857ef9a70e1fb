import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Emulator } from '../../emulator';
import { startEmulatorProcess } from '../support/emulator-process';
import { type Build, Workspace } from '../support/workspace';

/** Every value that nobody may see, in each form that it could leak in. */
const CANARIES = {
  secretWo: 'canary-secret-write-only',
  secretPlain: 'canary-secret-plain',
  passwordWo: 'canary-password-write-only',
  passwordPlain: 'canary-password-plain',
  usernameWo: 'canary-username-write-only',
  token: 'canary-token',
};

const CONFIGURATION = `
  variable "secret_wo" {
    type      = string
    ephemeral = true
  }
  variable "secret_plain" {
    type      = string
    sensitive = true
  }
  variable "password_wo" {
    type      = string
    ephemeral = true
  }
  variable "password_plain" {
    type      = string
    sensitive = true
  }
  variable "username_wo" {
    type      = string
    ephemeral = true
  }
  resource "coffer_secret" "wo" {
    name             = "wo"
    value_wo         = var.secret_wo
    value_wo_version = "1"
  }
  resource "coffer_secret" "plain" {
    name  = "plain"
    value = var.secret_plain
  }
  resource "coffer_pull_secret" "wo" {
    server              = "registry.example"
    username_wo         = var.username_wo
    password_wo         = var.password_wo
    password_wo_version = "1"
  }
  resource "coffer_pull_secret" "plain" {
    server   = "registry.example"
    username = "octo"
    password = var.password_plain
  }
  resource "coffer_bucket" "b" {
    max_size = 1000
  }
  resource "coffer_access_key" "k" {
    bucket_ids  = [coffer_bucket.b.id]
    permissions = { read = true }
  }
`;

const STORED = `
  resource "coffer_bucket" "b" {
    max_size = 1000
  }
  resource "coffer_access_key" "plain" {
    bucket_ids  = [coffer_bucket.b.id]
    permissions = { read = true }
    store_in    = { secret_name = "plain" }
  }
  resource "coffer_access_key" "json" {
    bucket_ids  = [coffer_bucket.b.id]
    permissions = { write = true }
    store_in    = { secret_name = "json", format = "json" }
  }
  resource "coffer_rotating_access_key" "env" {
    bucket_ids  = [coffer_bucket.b.id]
    permissions = { owner = true }
    store_in    = { secret_name = "env", format = "env" }
  }
`;

/** The plan that shows that nothing is left to do is searched, too. */
const SEARCHED = { withoutPlan: 'the next command is one' };

const forms = (text: string) => [
  text,
  Buffer.from(text).toString('base64').replace(/=+$/, ''),
  encodeURIComponent(text),
];

/** Names of the canaries that a text holds, in any form. */
const found = (text: string, canaries: Readonly<Record<string, string>>) =>
  Object.entries(canaries).flatMap(([name, canary]) =>
    forms(canary).some((form) => text.includes(form)) ? [name] : [],
  );

describe.each<[Build]>([['compiled'], ['node']])('with the %s provider', (build) => {
  it('canary values appear in no log, plan text, emulator output or database file, and in state only where that was chosen', async () => {
    const data = await mkdtemp(join(tmpdir(), 'coffer-canary-'));
    await using emulator = await startEmulatorProcess(['--data', data], { COFFER_EMULATOR_TOKEN: CANARIES.token });
    await using workspace = await Workspace.create(emulator, {
      build,
      env: {
        TF_LOG: 'TRACE',
        TF_VAR_secret_wo: CANARIES.secretWo,
        TF_VAR_secret_plain: CANARIES.secretPlain,
        TF_VAR_password_wo: CANARIES.passwordWo,
        TF_VAR_password_plain: CANARIES.passwordPlain,
        TF_VAR_username_wo: CANARIES.usernameWo,
      },
    });
    await workspace.write(CONFIGURATION);

    const planned = await workspace.must(['plan', '-input=false', '-no-color', '-out=plan.bin']);
    const shown = await workspace.must(['show', '-no-color', 'plan.bin']);
    const applied = await workspace.must(['apply', '-input=false', '-no-color', 'plan.bin'], SEARCHED);
    const again = await workspace.must(['plan', '-input=false', '-no-color', '-detailed-exitcode']);
    const state = await workspace.read('terraform.tfstate');
    const { coffer_access_key } = Object.fromEntries(
      (
        JSON.parse(state) as { resources: { type: string; instances: { attributes: Record<string, string> }[] }[] }
      ).resources.map(({ type, instances }) => [type, instances[0]?.attributes]),
    );
    const key = { secretAccessKey: String(coffer_access_key?.secret_access_key) };
    const destroyed = await workspace.must(['destroy', '-auto-approve', '-input=false', '-no-color']);
    await emulator.stop();

    for (const { output } of [planned, shown, applied, again, destroyed]) {
      expect(found(output, { ...CANARIES, ...key })).toEqual([]);
    }
    // The logs are there, and the provider's own lines among them.
    expect(applied.output).toContain('provider.terraform-provider-coffer');
    expect(found(state, CANARIES).sort()).toEqual(['passwordPlain', 'secretPlain']);
    expect(found(state, key)).toEqual(['secretAccessKey']);
    expect(found(emulator.output().replace(JSON.stringify(CANARIES.token), ''), { ...CANARIES, ...key })).toEqual([]);
    for (const file of await readdir(data)) {
      expect([file, found(await readFile(join(data, file), 'latin1'), { ...CANARIES, ...key })]).toEqual([file, []]);
    }
    await rm(data, { recursive: true, force: true });
  });

  it('the secret half of a key with store_in is in the secret and nowhere else', async () => {
    await using emulator = await Emulator.start();
    await using workspace = await Workspace.create(emulator, { build, env: { TF_LOG: 'TRACE' } });
    await workspace.write(STORED);

    const planned = await workspace.must(['plan', '-input=false', '-no-color', '-out=plan.bin']);
    const applied = await workspace.must(['apply', '-input=false', '-no-color', 'plan.bin'], SEARCHED);
    const again = await workspace.must(['plan', '-input=false', '-no-color', '-detailed-exitcode']);
    const state = await workspace.read('terraform.tfstate');
    const halves = Object.fromEntries(
      emulator.inspect.accessKeys().map(({ id }) => [id, emulator.inspect.secretAccessKey(id)]),
    );
    const values = emulator.inspect.secrets().map(({ id }) => emulator.inspect.secretValue(id));
    const journal = JSON.stringify(emulator.journal.requests());
    const destroyed = await workspace.must(['destroy', '-auto-approve', '-input=false', '-no-color']);

    expect(Object.keys(halves)).toHaveLength(STORED.match(/store_in/g)?.length ?? 0);
    expect(found(values.join(), halves)).toEqual(Object.keys(halves));
    for (const text of [planned.output, applied.output, again.output, destroyed.output, state, journal]) {
      expect(found(text, halves)).toEqual([]);
    }
    expect([emulator.inspect.secrets(), emulator.inspect.accessKeys()].flat()).toEqual([]);
  });
});
