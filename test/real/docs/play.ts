import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { expect } from 'vitest';
import { Emulator } from '../../../emulator';
import { parseDuration } from '../../../framework/values/duration';
import type { TerraformCli } from '../../../scripts/support/terraform';
import { attachProvider } from '../../host/provider/support/served-provider';
import { Workspace } from '../../support/workspace';
import { codeOf, readPage } from '../../unit/repository/docs/markdown';
import { answers } from './answers';
import { edited, isHcl, isQuery, isTyped, markOf, marksOf, nameOf, type Scene, type Step, typesNext } from './hcl';
import { expectOutcome } from './outcomes';

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
  projects: () => JSON.stringify({ web: { id: 'project-1', active: true }, old: { id: 'project-2', active: false } }),
  keystore_base64: () => 'Y2FuYXJ5',
};

/** The command above an action that runs it. */
const INVOKE = /^# terraform apply (-invoke=\S+)$/gm;

/** What a page says of `terraform init` if its commands do not contain it. */
const SAYS_INIT = 'and one `terraform init`';

/** Follows a scene against an emulator of its own, with a command line. */
export async function play(scene: Scene, { path, product }: TerraformCli): Promise<void> {
  // A query may be for pull secrets, which only one dialect lists.
  const dialect = scene.some(isQuery) ? ('extended' as const) : undefined;
  await using emulator = await Emulator.start({ projects: ['project-1', 'project-2'], ...(dialect && { dialect }) });
  emulator.seedFrom(SEED);
  const clock = { now: Date.now() };
  // Commands that are typed find the provider as a reader's do: installed. Elsewhere one process serves all.
  const typed = scene.some(isTyped);
  await using attached = typed ? undefined : await attachProvider(emulator, clock);
  const env: Record<string, string> = { ...variablesOf(scene, emulator) };
  if (attached) env.TF_REATTACH_PROVIDERS = attached.reattach;
  await using workspace = await Workspace.create(emulator, {
    terraform: path,
    installation: typed ? 'mirror' : 'dev_overrides',
  });
  const reader = new Reader({ scene, emulator, workspace, env, clock, path, product, typed });
  for (const [index, step] of scene.entries()) {
    await reader.follow(step, typesNext(scene, index));
  }
}

interface Stage {
  readonly scene: Scene;
  readonly emulator: Emulator;
  readonly workspace: Workspace;
  /** What commands have in their environment; changed by `export` and by `with:`. */
  readonly env: Record<string, string>;
  readonly clock: { now: number };
  /** Of Terraform. */
  readonly path: string;
  readonly product: TerraformCli['product'];
  /** Whether commands are typed in this scene. */
  readonly typed: boolean;
}

/** Does what a page says, step by step, and checks what it promises. */
class Reader {
  #file = '';
  #files = 0;
  #ready = false;

  constructor(private readonly stage: Stage) {}

  /** `typesNext`: the commands that apply a block are told right after it. */
  async follow(step: Step, typesNext: boolean): Promise<void> {
    const { workspace, emulator, env, clock } = this.stage;
    emulator.journal.clear();
    if (step.kind === 'then') {
      for (const [name, value] of marksOf(step, 'with').map((one) => one.split('=')))
        env[`TF_VAR_${name}`] = value ?? '';
      clock.now += parseDuration(markOf(step, 'after') ?? '0') ?? 0;
      clock.now = Date.parse(markOf(step, 'at') ?? '') || clock.now;
      await this.#apply(step);
    } else if (!isHcl(step)) {
      const file = markOf(step, 'file');
      if (file === undefined) await this.#type(step);
      else await workspace.write(step.code, file);
    } else if (isQuery(step) && !typesNext) await this.#query(step);
    else {
      await this.#write(step);
      if (markOf(step, 'test file') !== undefined) await this.#test(step);
      else if (!typesNext) await this.#apply(step);
    }
    const state = existsSync(join(workspace.folder, 'terraform.tfstate'))
      ? await workspace.read('terraform.tfstate')
      : '';
    this.#expectHidden(step, state);
  }

  /** What is ephemeral in a block is not in the state that the block leaves. */
  #expectHidden(step: Step, state: string): void {
    const ephemeral = [...step.code.matchAll(/^variable "(\w+)" \{\n(?: .*\n)*? {2}ephemeral *= true/gm)];
    const shown = ephemeral.filter(([, name]) => state.includes(this.stage.env[`TF_VAR_${name}`] ?? '\0'));
    expect(shown.map(([, name]) => `${nameOf(step)}: ${name}`)).toEqual([]);
  }

  async #write(step: Step): Promise<void> {
    const { workspace, typed } = this.stage;
    const edits = markOf(step, 'edits') !== undefined;
    if (edits) this.#file = '0.tf';
    else if (markOf(step, 'test file') !== undefined) this.#file = 'documented.tftest.hcl';
    else if (isQuery(step)) this.#file = 'documented.tfquery.hcl';
    else if (markOf(step, 'replaces') === undefined) this.#file = `${this.#files++}.tf`;
    await workspace.write(edits ? edited(await workspace.read(this.#file), step.code) : step.code, this.#file);
    this.#hasVersions ||= step.code.includes('required_providers');
    const versions = join(workspace.folder, 'versions.tf');
    if (this.#hasVersions) await rm(versions);
    else await writeFile(versions, blocksBeside(this.stage.scene));
    if (isQuery(step) && typed) await workspace.write('provider "coffer" {}\n', 'provider.tf');
  }

  #hasVersions = false;

  async #apply(step: Step): Promise<void> {
    const apply = ['apply', '-auto-approve', '-input=false'];
    const failure = markOf(step, 'fails');
    if (failure !== undefined) {
      const { code, output } = await this.#run([...apply, '-no-color']);
      expect({ at: nameOf(step), code, output }).toMatchObject({ code: 1, output: expect.stringContaining(failure) });
      return;
    }
    const output = await this.#succeed(step, apply);
    await this.#expectOutcome(step, output);
    for (const [, invoke = ''] of step.code.matchAll(INVOKE)) await this.#succeed(step, [...apply, invoke]);
    await this.#succeed(step, ['plan', '-input=false', '-detailed-exitcode']);
  }

  /** A query lists what is there; with nothing in state, its configuration is only the provider block that it names. */
  async #query(step: Step): Promise<void> {
    const { workspace } = this.stage;
    await workspace.write('provider "coffer" {\n  pull_secret_api = "full"\n}\n');
    await workspace.write(step.code, 'documented.tfquery.hcl');
    const output = await this.#succeed(step, ['query']);
    expect(output, nameOf(step)).toMatch(/\bid=/);
  }

  /** A test makes the same objects again, so those of the apply before go first. */
  async #test(step: Step): Promise<void> {
    await this.#succeed(step, ['destroy', '-auto-approve', '-input=false']);
    await this.#succeed(step, ['test']);
  }

  /** Types commands into one shell, with everything that was exported before. */
  async #type(step: Step): Promise<void> {
    const { workspace, env, path } = this.stage;
    const program = join(workspace.folder, 'bin/terraform');
    await mkdir(dirname(program), { recursive: true });
    await writeFile(program, `#!/bin/sh\nexec '${path}' "$@"\n`, { mode: 0o755 });
    if (!this.#ready && !step.code.includes('terraform init')) {
      expect(readPage(step.page).prose.replace(/\s+/g, ' '), nameOf(step)).toContain(SAYS_INIT);
      await workspace.init();
    }
    this.#ready = true;
    for (const [, name = '', value = ''] of step.code.matchAll(/^export (\w+)='(.*)'$/gm)) env[name] = value;
    const { code, output } = await workspace.runProgram('bash', ['-euo', 'pipefail', '-c', step.code], {
      env: { ...env, PATH: [join(workspace.folder, 'bin'), process.env.PATH].join(delimiter) },
      answer: answers(),
    });
    if (code !== 0) throw new Error(`${nameOf(step)} ended with ${code}\n${output}`);
    await this.#expectOutcome(step, output);
  }

  async #expectOutcome(step: Step, output: string): Promise<void> {
    const { workspace, emulator } = this.stage;
    const state = existsSync(join(workspace.folder, 'terraform.tfstate'))
      ? await workspace.read('terraform.tfstate')
      : '';
    expectOutcome(step, { output, state, isOpenTofu: this.stage.product === 'OpenTofu' }, emulator);
  }

  #run(args: readonly string[]) {
    return this.stage.workspace.run(args, { env: this.stage.env });
  }

  async #succeed(step: Step, args: readonly string[]): Promise<string> {
    const { code, output } = await this.#run([...args, '-no-color']);
    if (code !== 0) throw new Error(`${nameOf(step)}: terraform ${args.join(' ')} ended with ${code}\n${output}`);
    return output;
  }
}

/** The page that has the blocks which every other guide takes for granted, and says so in this sentence. */
const START = 'docs/guides/getting-started.md';
export const TAKEN_FROM_START = 'need the `terraform` block of [getting started](getting-started.md#the-first-apply)';

/** Those blocks: where the provider comes from, and the provider block unless the scene has one of its own. */
function blocksBeside(scene: Scene): string {
  const [code = ''] = codeOf(readPage(START), 'hcl').filter((one) => one.includes('required_providers'));
  const [source = '', provider = ''] = code.split('\n\n');
  const hasOwn = scene.some((step) => /^provider "coffer"/m.test(step.code) || isQuery(step));
  return hasOwn ? source : `${source}\n\n${provider}\n`;
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
