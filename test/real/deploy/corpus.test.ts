import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LocalBackend, TerraformBackend, TerraformStack, Testing } from 'cdktf';
import { expect, it, onTestFinished } from 'vitest';
import { Emulator } from '../../../emulator';
import { REATTACH_VARIABLE } from '../../../framework/protocol/reattach';
import { CORPUS } from '../../host/src/corpus';
import { type LegalProgram, type Made, PROJECTS } from '../../host/src/corpus/program';
import { sampled } from '../../support/dice';
import { Workspace } from '../../support/workspace';
import { startProvider } from '../support/debug-provider';
import { attachOthers } from './other-providers/attach';

/*
 * The real Terraform judges the programs of the corpus: it accepts the code of each, and applies those that say what they make.
 * One process of the provider serves all of them, and one emulator, of which a program leaves nothing behind.
 */

const startEmulator = () => Emulator.start({ projects: ['project-1', ...PROJECTS] });

/** A folder for programs, and Terraform, attached to one process of each provider. */
async function openWorkshop(emulator: Emulator): Promise<Workspace> {
  const { baseUrl, token, projectId } = emulator;
  const settings = { COFFER_BASE_URL: baseUrl, COFFER_TOKEN: token, COFFER_PROJECT_ID: projectId };
  const provider = await startProvider('compiled', { ...settings, COFFER_LIST_CONFIRMATION: '0s' });
  onTestFinished(() => provider[Symbol.asyncDispose]());
  const { [REATTACH_VARIABLE]: others = '{}' } = await attachOthers({ now: Date.UTC(2026, 0, 1) });
  const attached = JSON.stringify({ ...JSON.parse(provider.reattach), ...JSON.parse(others) });
  // It is the provider's process that has the settings, and attaching makes installing needless.
  const workspace = await Workspace.create(emulator, {
    installation: 'mirror',
    env: { [REATTACH_VARIABLE]: attached },
  });
  onTestFinished(() => workspace[Symbol.asyncDispose]());
  return workspace;
}

/** Synthesizes a program in a folder of its own. Returns the folder of each stack, in order of definition. */
async function layOut(workspace: Workspace, { build }: LegalProgram, name: string): Promise<string[]> {
  const outdir = join(workspace.folder, name);
  await mkdir(outdir);
  const app = Testing.app({ outdir });
  build(app);
  const stacks = app.node.findAll().filter(TerraformStack.isStack);
  for (const stack of stacks) {
    if (stack.node.children.some(TerraformBackend.isBackend)) continue;
    new LocalBackend(stack, { path: join(outdir, `${stack.node.id}.tfstate`) });
  }
  app.synth();
  return stacks.map(({ node }) => join(outdir, 'stacks', node.id));
}

it('Terraform accepts the code of every legal program', async () => {
  await using emulator = await startEmulator();
  const workspace = await openWorkshop(emulator);
  const refused: string[] = [];

  for (const [index, [name, program]] of sampled('legal programs that are validated', CORPUS, 10, 20).entries()) {
    for (const folder of await layOut(workspace, program, `program-${index}`)) {
      const hasModules = (await readFile(join(folder, 'cdk.tf.json'), 'utf8')).includes('"module": {');
      if (hasModules) await workspace.must([`-chdir=${folder}`, 'get']);
      const { code, output } = await workspace.run([`-chdir=${folder}`, 'validate', '-no-color']);
      if (code !== 0) refused.push(`${name}: ${output}`);
    }
  }

  expect(refused).toEqual([]);
}, 600_000);

/** Programs that say what they make. */
const APPLIED = sampled(
  'legal programs that are applied',
  CORPUS.filter(([, { makes }]) => makes),
  5,
  10,
);

it('applying a legal program makes what it says, and leaves nothing to plan', async () => {
  await using emulator = await startEmulator();
  const workspace = await openWorkshop(emulator);

  for (const [index, [name, program]] of APPLIED.entries()) {
    const { makes = {}, variables } = program;
    const env = Object.fromEntries(Object.entries(variables).map(([key, value]) => [`TF_VAR_${key}`, value]));
    const before = countOf(emulator);
    const folders = await layOut(workspace, program, `program-${index}`);

    for (const folder of folders) {
      await workspace.must([`-chdir=${folder}`, 'init', '-input=false', '-no-color'], { env });
      await workspace.must([`-chdir=${folder}`, 'apply', '-auto-approve', '-input=false', '-no-color'], { env });
    }
    const plans = await Promise.all(
      folders.map((folder) =>
        workspace.run([`-chdir=${folder}`, 'plan', '-detailed-exitcode', '-input=false'], { env }),
      ),
    );

    const after = countOf(emulator);
    const made = Object.fromEntries(KINDS.map((kind) => [kind, after[kind] - before[kind]]));
    expect(made, name).toEqual({ ...NOTHING, ...makes });
    expect(
      plans.map(({ code, output }) => [code, code === 0 ? '' : output]),
      name,
    ).toEqual(folders.map(() => [0, '']));
    for (const folder of folders.toReversed()) {
      await workspace.must([`-chdir=${folder}`, 'destroy', '-auto-approve', '-input=false', '-no-color'], { env });
    }
  }
}, 900_000);

const KINDS = ['buckets', 'keys', 'secrets', 'pullSecrets'] as const;
const NOTHING: Required<Made> = { buckets: 0, keys: 0, secrets: 0, pullSecrets: 0 };

const countOf = ({ inspect }: Emulator): Required<Made> => ({
  buckets: inspect.buckets().length,
  keys: inspect.accessKeys().length,
  secrets: inspect.secrets().length,
  pullSecrets: inspect.pullSecrets().length,
});
