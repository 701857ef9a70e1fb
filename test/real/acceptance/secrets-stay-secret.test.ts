import { expect, it } from 'vitest';
import { BadLine } from '../../support/bad-line';
import { EMULATOR_PROGRAM } from '../../support/built-emulator';
import { sampled } from '../../support/dice';
import { type Ready, startProcess } from '../../support/emulator-process';
import { Workspace } from '../../support/workspace';
import { temporaryFolder } from '../../unit/support/temporary-folder';
import type { Build } from '../support/builds';
import { type Canaries, canariesIn, Searched } from './support/canaries';
import { ProcessWatch } from './support/process-watch';

/**
 * One story with every kind of secret, and a search for each secret in everything the story leaves behind: state, plans, logs of
 * Terraform and of the provider, terminal output, process arguments, and all files and responses of the emulator.
 */

/** Values that the user chose to keep in state, by a plain argument. */
const PLAIN = { secret_plain: 'canary/secret "plain"', password_plain: 'canary+password plain' };

/** Values that must not appear anywhere. All names except the last two are those of the variables. */
const HIDDEN = {
  secret_wo: 'canary/secret "write-only"',
  password_wo: 'canary+password write-only',
  username_wo: 'canary/username+write-only',
  fingerprinted: 'canary fingerprinted/one',
  fingerprinted_unkeyed: 'canary fingerprinted/without a key',
  fingerprint_key: 'canary+fingerprint/key',
  registry_password: 'canary registry+password',
  fingerprinted_later: 'canary fingerprinted/two',
  token: 'canary-token/+=',
};

const { token: TOKEN, fingerprinted_later: LATER, ...EPHEMERAL } = HIDDEN;

const variables = (names: readonly string[], kind: string) =>
  names.map((name) => `variable "${name}" {\n  type = string\n  ${kind} = true\n}\n`).join('');

const CONFIGURATION = `
  ${variables(Object.keys(EPHEMERAL), 'ephemeral')}
  ${variables(Object.keys(PLAIN), 'sensitive')}
  variable "round" {
    type = string
  }
  provider "coffer" {
    fingerprint_key = var.fingerprint_key
  }
  provider "coffer" {
    alias = "unkeyed"
  }
  resource "coffer_secret" "wo" {
    name             = "wo"
    value_wo         = var.secret_wo
    value_wo_version = var.round
  }
  resource "coffer_secret" "plain" {
    name  = "plain"
    value = var.secret_plain
  }
  resource "coffer_secret" "fingerprint" {
    name             = "fingerprint"
    value_wo         = var.fingerprinted
    change_detection = "fingerprint"
  }
  resource "coffer_secret" "unkeyed" {
    provider         = coffer.unkeyed
    name             = "unkeyed"
    value_wo         = var.fingerprinted_unkeyed
    change_detection = "fingerprint"
  }
  resource "coffer_secret" "function" {
    name             = "function"
    value_wo_version = var.round
    value_wo = provider::coffer::docker_config_json([
      { server = "registry.example", username = "octo", password = var.registry_password },
    ])
  }
  resource "coffer_pull_secret" "wo" {
    server              = "registry.example"
    username_wo         = var.username_wo
    password_wo         = var.password_wo
    password_wo_version = var.round
  }
  resource "coffer_pull_secret" "plain" {
    server   = "registry.example"
    username = "octo"
    password = var.password_plain
  }
  resource "coffer_bucket" "emptied" {
    max_size      = 1000
    force_destroy = true
  }
  resource "coffer_bucket" "b" {
    max_size = 1000
  }
  resource "coffer_access_key" "kept" {
    bucket_ids  = [coffer_bucket.b.id]
    permissions = { read = true }
  }
  resource "coffer_access_key" "stored" {
    bucket_ids       = [coffer_bucket.b.id]
    permissions      = { write = true }
    rotation_trigger = { round = var.round }
    store_in         = { secret_name = "stored" }
  }
  resource "coffer_rotating_access_key" "kept" {
    bucket_ids       = [coffer_bucket.b.id]
    permissions      = { owner = true }
    rotation_trigger = { round = var.round }
  }
  resource "coffer_rotating_access_key" "stored" {
    bucket_ids       = [coffer_bucket.b.id]
    permissions      = { read = true, write = true }
    rotation_trigger = { round = var.round }
    store_in         = { secret_name = "rotating", format = "env" }
  }
  ephemeral "coffer_access_key" "e" {
    bucket_ids  = [coffer_bucket.b.id]
    permissions = { read = true }
  }
  resource "coffer_secret" "ephemeral" {
    name             = "ephemeral"
    value_wo_version = var.round
    value_wo = jsonencode(provider::coffer::s3_environment(
      coffer_bucket.b.endpoint, null, coffer_bucket.b.alias,
      ephemeral.coffer_access_key.e.access_key_id, ephemeral.coffer_access_key.e.secret_access_key,
    ))
  }
  data "coffer_access_key" "one" {
    id = coffer_access_key.kept.id
  }
  data "coffer_access_keys" "all" {
    depends_on = [ephemeral.coffer_access_key.e]
  }
  data "coffer_secrets" "all" {
    depends_on = [coffer_secret.wo]
  }
`;

/** Every secret half that the configuration chose to keep in state. */
function keptHalves(state: string): string[] {
  const { resources } = JSON.parse(state) as {
    resources: { type: string; name: string; instances: { attributes: unknown }[] }[];
  };
  const kept = resources.filter(({ type, name }) => type.endsWith('access_key') && name === 'kept');
  return [...JSON.stringify(kept).matchAll(/"secret_access_key":"([^"]+)"/g)].map(([, half = '']) => half);
}

/** Adds the responses of the emulator's own interface. */
async function addResponses(searched: Searched, { baseUrl }: Ready): Promise<void> {
  for (const path of ['journal', 'dump', 'objects', 'snapshot', 'settings']) {
    const response = await fetch(`${baseUrl}/_emulator/${path}`);
    expect([path, response.status]).toEqual([path, 200]);
    searched.add(`emulator/${path}`, new Uint8Array(await response.arrayBuffer()));
  }
}

/** Both builds hold the same code, and secrets-stay-secret-over-the-wire.test.ts checks both: here one is drawn. */
const builds = sampled<Build>('builds whose secrets are searched', ['compiled', 'node'], 1);

it.each(builds)('with the %s provider secrets are found where they were put', async (build) => {
  const data = temporaryFolder();
  const halves = new Set<string>();
  const { emulator, ready } = await startProcess(['--data', data], { COFFER_EMULATOR_TOKEN: TOKEN });
  await using line = await BadLine.start(ready.baseUrl, {
    overhear(operation, response) {
      if (operation !== 'createAccessKey') return;
      halves.add((JSON.parse(response) as { secret_access_key: string }).secret_access_key);
    },
  });
  const given = Object.entries({ ...EPHEMERAL, ...PLAIN }).map(([name, value]) => [`TF_VAR_${name}`, value]);
  const env = { TF_LOG: 'TRACE', TF_VAR_round: '1', ...Object.fromEntries(given) };
  await using workspace = await Workspace.create(
    { ...ready, baseUrl: line.baseUrl },
    { build, installation: 'dev_overrides', env },
  );
  await using watch = new ProcessWatch([workspace.folder, data]);
  const searched = new Searched();
  const terraform = async (command: string, place: string, changed: Record<string, string> = {}) => {
    const { stdout, stderr } = await workspace.must(command.split(' '), {
      env: changed,
      withoutPlan: 'the story plans, and searches what is said',
    });
    searched.add(place, stdout);
    searched.add('log', stderr);
  };
  await workspace.write(CONFIGURATION);

  await terraform('plan -input=false -no-color -out=first.bin', 'terminal');
  await terraform('show -no-color first.bin', 'terminal');
  await terraform('show -json first.bin', 'first plan as JSON');
  await terraform('apply -input=false -no-color first.bin', 'terminal');
  const second = { TF_VAR_round: '2', TF_VAR_fingerprinted: LATER };
  await terraform('plan -input=false -no-color -out=second.bin', 'terminal', second);
  await terraform('show -json second.bin', 'second plan as JSON');
  const kept = keptHalves(await workspace.read('terraform.tfstate'));
  await terraform('apply -input=false -no-color second.bin', 'terminal', second);
  await terraform('plan -input=false -no-color -detailed-exitcode', 'terminal', second);
  await terraform('show -json', 'state as JSON');
  kept.push(...keptHalves(await workspace.read('terraform.tfstate')));
  await searched.addFolder('folder', workspace.folder);
  await terraform('destroy -auto-approve -input=false -no-color', 'terminal', second);
  await searched.addFolder('folder after the end', workspace.folder);
  await addResponses(searched, ready);
  const { stdout, stderr } = await emulator.kill('SIGTERM');
  await searched.addFolder('data', data);
  searched.add('emulator/output', `${stdout}${stderr}`.replace(JSON.stringify(TOKEN), ''));
  searched.add('arguments', watch.seen.map(({ commandLine }) => commandLine).join('\n'));

  // The log includes the provider's part, and every other searched place has content.
  expect(searched.at('log')).toContain('provider.terraform-provider-coffer');
  for (const place of ['terminal', 'folder/first.bin/tfplan', 'folder/terraform.tfstate.backup', 'data/coffer.db']) {
    expect(searched.at(place).length).toBeGreaterThan(100);
  }
  expect(searched.at('emulator/journal')).toContain('"createPullSecret"');
  for (const program of ['terraform', 'terraform-provider-coffer', EMULATOR_PROGRAM]) {
    expect(searched.at('arguments')).toContain(program);
  }
  // Two rotating keys twice, two others, one of those replaced, and the keys that lived for one command or one check.
  expect(halves.size).toBeGreaterThanOrEqual(11);
  const [keptHalf = '', rotated = '', current = '', ...none] = new Set(kept);
  expect([kept.length, none]).toEqual([5, []]);

  const stored = [...halves].filter((half) => !kept.includes(half));
  const hidden: Canaries = { ...HIDDEN, ...Object.fromEntries(stored.map((half, i) => [`secret half ${i}`, half])) };
  expect(searched.findings(hidden)).toEqual({});
  const chosen: Canaries = { ...PLAIN, kept: keptHalf, rotated, current };
  const configured = Object.keys(PLAIN).sort();
  const before = [...configured, 'kept', 'rotated'].sort();
  const after = [...before, 'current'].sort();
  expect(searched.findings(chosen)).toEqual({
    'first plan as JSON': configured,
    'second plan as JSON': before,
    'state as JSON': after,
    'folder/first.bin/tfplan': configured,
    'folder/second.bin/tfplan': before,
    'folder/second.bin/tfstate': before,
    'folder/second.bin/tfstate-prev': before,
    'folder/terraform.tfstate': after,
    'folder/terraform.tfstate.backup': before,
    'folder after the end/first.bin/tfplan': configured,
    'folder after the end/second.bin/tfplan': before,
    'folder after the end/second.bin/tfstate': before,
    'folder after the end/second.bin/tfstate-prev': before,
    'folder after the end/terraform.tfstate.backup': after,
  });

  const inEnvironment = watch.seen
    .flatMap(({ environment }) => environment)
    .filter((variable) => canariesIn(variable, { ...hidden, ...chosen }).length > 0)
    .map((variable) => variable.split('=')[0] ?? '');
  expect(inEnvironment.filter((name) => !/^(TF_VAR_\w+|COFFER_TOKEN|COFFER_EMULATOR_TOKEN)$/.test(name))).toEqual([]);
});
