import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Emulator } from '../../emulator';
import { inRoot } from '../../scripts/support/paths';
import { run } from '../../scripts/support/run';
import { findTerraform } from '../../scripts/support/terraform';
import { attachProvider } from '../support/attached-provider';
import { Workspace } from '../support/workspace';
import { type HclBlock, hclBlocks, markOf, type Scene, scenesOf } from './hcl';
import { readPage } from './markdown';

const blocks = hclBlocks();
const scenes = scenesOf(blocks);
const parsedOnly = blocks.filter((block) => markOf(block, 'parsed only') !== undefined);
const pages = [...new Set(scenes.map(([first]) => first?.page ?? ''))];
const nameOf = ({ page, line }: HclBlock) => `${page}:${line}`;

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

describe.concurrent('blocks that are run', () => {
  it.each(pages)('%s: every configuration applies, and plans nothing after it', async (page) => {
    for (const scene of scenes.filter(([first]) => first?.page === page)) await play(scene);
  });
});

it(`all blocks are formatted as Terraform does it; ${blocks.length - parsedOnly.length} are run, ${parsedOnly.length} are parsed only`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'coffer-docs-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const block of blocks) await writeFile(join(folder, fileName(block)), block.code);

  const { path } = await findTerraform();
  const { code, stdout, output } = await run(path, ['fmt', '-check', '-diff', '-no-color', folder], {
    env: { CHECKPOINT_DISABLE: '1' },
  });

  expect({ code, stdout }, output).toEqual({ code: 0, stdout: '' });
});

it('no block is missed', () => {
  const fences = [...new Set(blocks.map(({ page }) => page))].flatMap(
    (page) => readPage(page).text.match(/^ *```hcl$/gm) ?? [],
  );

  expect(blocks).toHaveLength(fences.length);
  expect(scenes.flat().length + parsedOnly.length).toBe(fences.length);
});

it('a block that is only parsed says why', () => {
  expect(parsedOnly.filter((block) => markOf(block, 'parsed only') === '').map(nameOf)).toEqual([]);
});

it('every mark is one that this test knows', () => {
  const known = /^(continues|replaces|test file|(parsed only|fails): [\s\S]+)$/;

  expect(blocks.flatMap((block) => block.marks.filter((mark) => !known.test(mark)).map(() => nameOf(block)))).toEqual(
    [],
  );
});

it('every example of the provider stands on a page', () => {
  const files = readdirSync(inRoot('examples'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(tf|sh)$/.test(file) && !/^(terraform|constructs)\//.test(file),
  );

  const shown = files.filter((file) => {
    const [kind = '', type = ''] = file.split('/');
    const page = kind === 'provider' ? 'docs/index.md' : `docs/${kind}/${type.replace(/^coffer_/, '')}.md`;
    return readPage(page).text.includes(codeOf(readFileSync(inRoot('examples', file), 'utf8')));
  });

  expect(files.length).toBeGreaterThan(30);
  expect(files.filter((file) => !shown.includes(file))).toEqual([]);
});

/** Runs a scene against an emulator of its own. */
async function play(scene: Scene): Promise<void> {
  await using emulator = await Emulator.start({ projects: ['project-1', 'project-2'] });
  emulator.seedFrom(SEED);
  await using attached = await attachProvider(emulator, { now: Date.now() });
  const env = { TF_REATTACH_PROVIDERS: attached.reattach, ...variablesOf(scene, emulator) };
  await using workspace = await Workspace.create(emulator, { env });
  let file = '';
  for (const [index, block] of scene.entries()) {
    const isTest = markOf(block, 'test file') !== undefined;
    if (isTest) file = 'documented.tftest.hcl';
    else if (markOf(block, 'replaces') === undefined) file = `${index}.tf`;
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
  await succeeds(block, workspace, ['plan', '-input=false', '-detailed-exitcode']);
}

/** A test makes the same objects again, so those of the apply before go first. */
async function passes(block: HclBlock, workspace: Workspace): Promise<void> {
  await workspace.destroy();
  await succeeds(block, workspace, ['test']);
}

async function succeeds(block: HclBlock, workspace: Workspace, args: readonly string[]): Promise<void> {
  const { code, output } = await workspace.run([...args, '-no-color']);
  if (code !== 0) throw new Error(`${nameOf(block)}: terraform ${args.join(' ')} ended with ${code}\n${output}`);
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

function fileName(block: HclBlock): string {
  const kind = markOf(block, 'test file') === undefined ? 'tf' : 'tftest.hcl';
  return `${block.page.replaceAll(/[/.]/g, '-')}-${block.line}.${kind}`;
}

/** An example as its page shows it: without the line for this test, and the others without their title. */
const codeOf = (text: string) =>
  text
    .replace(/^# docs: .*\n/, '')
    .replace(/^# [^\n]*\n\n/, '')
    .trim();
