import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { Emulator } from '../../emulator';
import { attachProvider } from '../support/attached-provider';
import { Workspace } from '../support/workspace';
import { type HclBlock, isQuery, markOf, nameOf, type Scene } from './hcl';

/** What exists before a page begins: the objects that its imports and data sources name. */
const SEED = {
  tokens: [{ token: 'token-of-batch', projects: ['project-2'] }],
  secrets: [{ id: 'secret-4e1d', name: 'session-secret', value: 'seeded' }],
  pull_secrets: [{ id: 'pull-secret-5b77', server: 'ghcr.io', username: 'octocat', password: 'seeded' }],
  buckets: [{ id: 'bucket-7a20', alias: 'media', max_size: 2 ** 30 }],
  access_keys: [{ id: 'key-91c3', access_key_id: 'GK91c3', buckets: ['bucket-7a20'], permissions: { read: true } }],
};

/** Values of variables that have to be of a certain form; every other one is given a word. */
const VARIABLES: Readonly<Record<string, (emulator: Emulator) => string>> = {
  coffer_base_url: ({ baseUrl }) => baseUrl,
  coffer_token: ({ token }) => token,
  web_token: ({ token }) => token,
  batch_token: () => 'token-of-batch',
  keystore_base64: () => 'Y2FuYXJ5',
};

/** The command above an action that runs it. */
const INVOKE = /^# terraform apply (-invoke=\S+)$/gm;

/** Runs a scene against an emulator of its own, with the command line of the acceptance tests or another one. */
export async function play(scene: Scene, terraform?: string): Promise<void> {
  // A query may be for pull secrets, which only one dialect lists.
  const dialect = scene.some(isQuery) ? ('extended' as const) : undefined;
  await using emulator = await Emulator.start({ projects: ['project-1', 'project-2'], ...(dialect && { dialect }) });
  emulator.seedFrom(SEED);
  await using attached = await attachProvider(emulator, { now: Date.now() });
  const env = { TF_REATTACH_PROVIDERS: attached.reattach, ...variablesOf(scene, emulator) };
  await using workspace = await Workspace.create(emulator, { env, ...(terraform !== undefined && { terraform }) });
  let file = '';
  for (const [index, block] of scene.entries()) {
    const isTest = markOf(block, 'test file') !== undefined;
    if (isTest) file = 'documented.tftest.hcl';
    else if (markOf(block, 'replaces') === undefined) file = `${index}.tf`;
    if (isQuery(block)) {
      await queries(block, workspace);
      continue;
    }
    await workspace.write(block.code, file);
    if (scene.some(({ code }) => code.includes('required_providers'))) await rm(join(workspace.folder, 'versions.tf'));
    if (isTest) await passes(block, workspace);
    else await applies(block, workspace);
    await showsNothing(block, workspace, env);
  }
}

/** What is ephemeral in a block is not in the state that the block leaves. */
async function showsNothing(block: HclBlock, workspace: Workspace, env: Record<string, string>): Promise<void> {
  const state = existsSync(join(workspace.folder, 'terraform.tfstate'))
    ? await workspace.read('terraform.tfstate')
    : '';
  const ephemeral = [...block.code.matchAll(/^variable "(\w+)" \{\n(?: .*\n)*? {2}ephemeral *= true/gm)];
  const shown = ephemeral.filter(([, name]) => state.includes(env[`TF_VAR_${name}`] ?? '\0'));
  expect(shown.map(([, name]) => `${nameOf(block)}: ${name}`)).toEqual([]);
}

async function applies(block: HclBlock, workspace: Workspace): Promise<void> {
  const apply = ['apply', '-auto-approve', '-input=false'];
  const failure = markOf(block, 'fails');
  if (failure !== undefined) {
    const { code, output } = await workspace.run([...apply, '-no-color']);
    expect({ at: nameOf(block), code, output }).toMatchObject({ code: 1, output: expect.stringContaining(failure) });
    return;
  }
  await succeeds(block, workspace, apply);
  for (const [, invoke = ''] of block.code.matchAll(INVOKE)) await succeeds(block, workspace, [...apply, invoke]);
  await succeeds(block, workspace, ['plan', '-input=false', '-detailed-exitcode']);
}

/** A query lists what is there; with nothing in state, its configuration is only the provider block that it names. */
async function queries(block: HclBlock, workspace: Workspace): Promise<void> {
  await workspace.write('provider "coffer" {\n  pull_secret_api = "full"\n}\n');
  await workspace.write(block.code, 'documented.tfquery.hcl');
  const output = await succeeds(block, workspace, ['query']);
  expect(output, nameOf(block)).toMatch(/\bid=/);
}

/** A test makes the same objects again, so those of the apply before go first. */
async function passes(block: HclBlock, workspace: Workspace): Promise<void> {
  await workspace.destroy();
  await succeeds(block, workspace, ['test']);
}

async function succeeds(block: HclBlock, workspace: Workspace, args: readonly string[]): Promise<string> {
  const { code, output } = await workspace.run([...args, '-no-color']);
  if (code !== 0) throw new Error(`${nameOf(block)}: terraform ${args.join(' ')} ended with ${code}\n${output}`);
  return output;
}

/** A value for every variable that the scene declares, as Terraform takes them from the environment. */
function variablesOf(scene: Scene, emulator: Emulator): Record<string, string> {
  const names = scene.flatMap(({ code }) => [...code.matchAll(/^variable "(\w+)"/gm)].map(([, name = '']) => name));
  return Object.fromEntries(names.flatMap((name) => settingOf(name, scene, emulator)));
}

function settingOf(name: string, scene: Scene, emulator: Emulator): [string, string][] {
  const known = VARIABLES[name]?.(emulator);
  const declaration = scene.map(({ code }) => code.split(`variable "${name}"`)[1]).find(Boolean) ?? '';
  const hasDefault = /^ {2}default/m.test(declaration.split('\n}')[0] ?? '');
  return known === undefined && hasDefault ? [] : [[`TF_VAR_${name}`, known ?? `canary-${name}`]];
}
