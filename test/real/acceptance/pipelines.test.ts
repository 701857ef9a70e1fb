import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { hostPlatform } from '../../../framework/packaging/platforms';
import { PIPELINE, pipelines } from '../../../projenrc/pipelines';
import { inRoot } from '../../../scripts/support/paths';
import { findTerraform } from '../../../scripts/support/terraform';
import { sampled } from '../../support/dice';
import { type Target, Workspace } from '../../support/workspace';
import { startServer } from '../../unit/provider/client/raw-server';
import { codeOf, readPage } from '../../unit/repository/docs/markdown';
import { mirrorOf } from '../support/builds';

interface Action {
  readonly runs: {
    readonly steps: readonly { readonly run: string; readonly env: Readonly<Record<string, string>> }[];
  };
}
interface Job {
  readonly script: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
}

const action = pipelines()[`${PIPELINE}/action.yml`] as Action;
const template = pipelines()[`${PIPELINE}/gitlab.yml`] as Readonly<Record<string, Job>>;

const SECRET =
  'resource "coffer_secret" "s" {\n  name             = "s"\n  value_wo         = "v"\n  value_wo_version = "1"\n}\n';
const VERSIONS = 'terraform {\n  required_providers {\n    coffer = { source = "coffer/coffer" }\n  }\n}\n';
const rotating = (trigger: string) => `
  resource "coffer_bucket" "b" {
    max_size = 1000
  }
  resource "coffer_rotating_access_key" "k" {
    bucket_ids       = [coffer_bucket.b.id]
    permissions      = { read = true }
    rotation_trigger = { n = "${trigger}" }
    overlap          = "0s"
  }
  output "works_until" {
    value = try(coffer_rotating_access_key.k.previous.retire_after, null)
  }
`;
const REMOTE = 'terraform {\n  backend "http" {\n    address = "http://127.0.0.1:1/state"\n  }\n}\n';

/** The step of the action as a runner executes it: the inputs are in the environment. */
const ofGitHub = ([step] = action.runs.steps) => step?.run ?? '';

/**
 * The script of a job of the template as a runner executes it: all lines in one shell. The runner's container has its own /tmp and a name for its service,
 * tests have not.
 */
const ofGitLab = (mode: string, folder: string, baseUrl: string) =>
  (template[mode === 'rehearse' ? '.coffer-rehearse' : '.coffer-plan']?.script.join('\n') ?? '')
    .replaceAll('/tmp/', `${folder}/tmp/`)
    .replaceAll(
      template['.coffer-rehearse']?.variables.COFFER_EMULATOR_S3_PUBLIC_URL?.replace('4281', '4280') ?? '?',
      baseUrl,
    );

/** A job of the page's examples. */
interface ExampleJob {
  readonly variables?: Readonly<Record<string, string>>;
  readonly artifacts?: { readonly paths: readonly string[] };
  readonly steps?: readonly {
    readonly uses?: string;
    readonly run?: string;
    readonly with?: Readonly<Record<string, string>>;
  }[];
}

const isOurs = ({ uses }: { readonly uses?: string }) => uses?.includes(`/${PIPELINE}@`) === true;

/** projen brings the parser: the checkout has no other. */
const { parse } = createRequire(createRequire(import.meta.url).resolve('projen'))('yaml') as {
  parse(text: string): Readonly<Record<string, unknown>>;
};

/** The jobs of the page's examples for one system. */
const examples = (system: 'GitHub' | 'GitLab'): Readonly<Record<string, ExampleJob>> => {
  const all = codeOf(readPage(`${PIPELINE}/README.md`), 'yaml').map(parse);
  const ofGitHub = all.flatMap(({ jobs }) => (jobs === undefined ? [] : [jobs]));
  return Object.assign({}, ...(system === 'GitHub' ? ofGitHub : all.filter(({ jobs }) => jobs === undefined)));
};

/** The emulator beside a job that rehearses. */
const REHEARSAL = { tokens: ['rehearsal'] };

const SYSTEMS = ['GitHub', 'GitLab'] as const;
type System = (typeof SYSTEMS)[number];

/** `target`: where the variables of the job lead to. */
async function open(system: System, emulator: Emulator, target: Target = emulator) {
  const { path } = await findTerraform();
  const workspace = await Workspace.create(target, { installation: 'mirror' });
  await mkdir(join(workspace.folder, 'stack'));
  await writeFile(join(workspace.folder, 'stack/main.tf'), SECRET);
  await writeFile(join(workspace.folder, 'stack/versions.tf'), VERSIONS);
  const lock = ['providers', 'lock', `-fs-mirror=${mirrorOf('compiled')}`, `-platform=${hostPlatform().name}`];
  const locked = await workspace.runProgram(path, ['-chdir=stack', ...lock]);
  expect(locked.code, locked.output).toBe(0);
  const file = (name: string) => join(workspace.folder, 'stack', name);
  const type = (mode: string, more: Readonly<Record<string, string>> = {}) => {
    const env = {
      COFFER_PLAN_DIRECTORY: 'stack',
      COFFER_PLAN_MODE: mode,
      COFFER_PLAN_TERRAFORM: path,
      GITHUB_ACTION_PATH: inRoot(PIPELINE),
      GITHUB_OUTPUT: join(workspace.folder, 'output'),
      ...more,
    };
    const script = system === 'GitHub' ? `cd stack\n${ofGitHub()}` : ofGitLab(mode, workspace.folder, emulator.baseUrl);
    return workspace.runProgram('sh', ['-euc', script], { env });
  };
  return { workspace, file, type, changes: () => readFile(join(workspace.folder, 'output'), 'utf8') };
}

describe.each(SYSTEMS)('coffer-plan on %s', (system) => {
  it('D2: plans into a folder that is none of Git, applies, and finds nothing left to do', async () => {
    await using emulator = await Emulator.start();
    const { workspace, file, type, changes } = await open(system, emulator);
    await using _ = workspace;

    const planned = await type('plan');
    expect(planned.code, planned.output).toBe(0);
    expect(await readFile(file('.coffer-plan/plan.txt'), 'utf8')).toContain('1 to add');
    expect(await readFile(file('.coffer-plan/.gitignore'), 'utf8')).toBe('*\n');
    expect(emulator.inspect.secrets()).toEqual([]);

    const applied = await type('apply');
    expect(applied.code, applied.output).toBe(0);
    expect(emulator.inspect.secrets()).toMatchObject([{ name: 's' }]);

    const again = await type('apply');
    expect([again.code, again.output]).toEqual([0, expect.stringContaining('No changes.')]);
    expect(await changes()).toBe('changes=true\nchanges=true\nchanges=false\n');
  });

  it('plans a merge request as the page does, and has the plan where the page takes it from', async () => {
    await using emulator = await Emulator.start();
    const { workspace, file, type } = await open(system, emulator);
    await using _ = workspace;
    const job = examples(system).plan as ExampleJob;

    const planned = await type(job.variables?.COFFER_PLAN_MODE ?? job.steps?.find(isOurs)?.with?.mode ?? '');
    const text = await readFile(file('.coffer-plan/plan.txt'), 'utf8');

    expect(planned.code, planned.output).toBe(0);
    expect(emulator.inspect.secrets()).toEqual([]);
    expect(text).toContain('Plan: 1 to add');
    if (system === 'GitLab') {
      expect(job.artifacts?.paths).toEqual(['.coffer-plan/plan.txt']);
      return;
    }
    const [comment = ''] = job.steps?.flatMap(({ run }) => run?.split('\n') ?? []) ?? [];
    const written = await workspace.runProgram('sh', ['-euc', `cd stack\n${comment}`]);
    expect(written.code, written.output).toBe(0);
    expect(await readFile(file('comment.md'), 'utf8')).toBe(`\`\`\`\n${text}\`\`\`\n`);
  });
});

// What the script of both does.
describe.each(sampled('systems of coffer-plan', SYSTEMS, 1))('coffer-plan on %s', (system) => {
  it('rehearses an import of an object that a seed file adds', async () => {
    await using emulator = await Emulator.start({ ...REHEARSAL, adminToken: 'seeding' });
    const { workspace, file, type } = await open(system, emulator);
    await using _ = workspace;
    const [command = ''] = codeOf(readPage(`${PIPELINE}/README.md`), 'shell');
    const seed = { secrets: [{ id: 'secret-1', name: 's', value: 'old' }] };
    await writeFile(file('import.tf'), 'import {\n  to = coffer_secret.s\n  id = "name:s"\n}\n');
    const empty = await type('rehearse');
    await writeFile(join(workspace.folder, 'seed.json'), JSON.stringify(seed));
    const sent = await workspace.runProgram('sh', ['-euc', command.replace('http://localhost:4280', emulator.baseUrl)]);

    const seeded = await type('rehearse');

    expect([empty.code, empty.output]).toEqual([1, expect.stringContaining('No such secret')]);
    expect(sent.code, sent.output).toBe(0);
    expect(seeded.code, seeded.output).toBe(0);
  });

  it('rehearses beside a remote backend, a local state and in a workspace of the environment, touches none, and leaves nothing behind', async () => {
    await using emulator = await Emulator.start(REHEARSAL);
    const { workspace, file, type } = await open(system, emulator);
    await using _ = workspace;
    await writeFile(file('backend.tf'), REMOTE);
    await writeFile(file('terraform.tfstate'), '{"version": 4, "serial": 1, "lineage": "real", "resources": []}');
    const before = await readdir(file('.'));

    const { code, output } = await type('rehearse', { TF_WORKSPACE: 'prod' });

    expect(code, output).toBe(0);
    expect(emulator.inspect.secrets()).toMatchObject([{ name: 's' }]);
    expect(await readdir(file('.'))).toEqual(before);
    expect(await readFile(file('terraform.tfstate'), 'utf8')).toContain('"lineage": "real"');
  });

  it('applies a rotation whose previous key the next apply retires, but nothing else that is left to do', async () => {
    await using emulator = await Emulator.start();
    const { workspace, file, type } = await open(system, emulator);
    await using _ = workspace;
    await writeFile(file('key.tf'), rotating('1'));
    await type('apply');
    await writeFile(file('key.tf'), rotating('2'));

    const rotated = await type('apply');
    const duringOverlap = emulator.inspect.accessKeys().length;
    const retired = await type('apply');
    const afterwards = emulator.inspect.accessKeys().length;
    await writeFile(file('key.tf'), rotating('3'));
    await writeFile(file('unstable.tf'), 'resource "terraform_data" "t" {\n  input = timestamp()\n}\n');
    const unstable = await type('apply');

    expect(rotated.code, rotated.output).toBe(0);
    expect(rotated.output).toContain('coffer-plan: the next apply retires a previous access key');
    expect([duringOverlap, retired.code, afterwards]).toEqual([2, 0, 1]);
    expect(retired.output).not.toContain('the next apply retires');
    expect([unstable.code, unstable.output]).toEqual([
      1,
      expect.stringContaining('the plan after the apply is not empty'),
    ]);
  });

  it('fails with what failed: a plan, a mode that there is not, an apply that leaves something to do', async () => {
    await using emulator = await Emulator.start();
    const { workspace, file, type } = await open(system, emulator);
    await using _ = workspace;
    const unknown = await type('destroy');
    await writeFile(file('wrong.tf'), 'resource "coffer_bucket" "b" {\n  max_size = 0\n}\n');
    const wrong = await type('plan');
    await writeFile(file('wrong.tf'), 'resource "terraform_data" "t" {\n  input = timestamp()\n}\n');

    const unstable = await type('apply');

    expect([unknown.code, unknown.output]).toEqual([2, expect.stringContaining('unknown mode "destroy"')]);
    expect([wrong.code, wrong.output]).toEqual([1, expect.stringContaining('max_size')]);
    expect([unstable.code, unstable.output]).toEqual([
      1,
      expect.stringContaining('the plan after the apply is not empty'),
    ]);
  });
});

it('D2: a rehearsal on GitLab changes the emulator although the project has the variables of the real service', async () => {
  await using production = await Emulator.start();
  await using emulator = await Emulator.start(REHEARSAL);
  const { path } = await findTerraform();
  await using workspace = await Workspace.create(production, { installation: 'mirror' });
  await mkdir(join(workspace.folder, 'stack'));
  await writeFile(join(workspace.folder, 'stack/main.tf'), SECRET);
  await writeFile(join(workspace.folder, 'stack/versions.tf'), VERSIONS);
  const lock = ['providers', 'lock', `-fs-mirror=${mirrorOf('compiled')}`, `-platform=${hostPlatform().name}`];
  await workspace.runProgram(path, ['-chdir=stack', ...lock]);
  production.journal.clear();
  // GitLab gives a job the variables of its project in place of its own of the same names.
  const ofProject = {
    COFFER_PLAN_MODE: 'apply',
    COFFER_PLAN_DIRECTORY: 'stack',
    COFFER_HEADERS: '{"x-gateway":"canary"}',
  };

  const { code, output } = await workspace.runProgram(
    'sh',
    ['-euc', ofGitLab('rehearse', workspace.folder, emulator.baseUrl)],
    { env: { ...ofProject, COFFER_PLAN_TERRAFORM: path } },
  );

  expect(code, output).toBe(0);
  expect(emulator.inspect.secrets()).toMatchObject([{ name: 's' }]);
  expect(production.journal.requests()).toEqual([]);
});

it.each([
  ['a list for every path', '[]'],
  ['a friendly status', '{"status":"ok","version":"0.1.0"}'],
])('D2: a rehearsal at a server with %s does nothing, and says so', async (_what, body) => {
  const { baseUrl, requests } = await startServer((_request, response) => response.end(body));
  await using workspace = await Workspace.create(
    { baseUrl, token: 'canary', projectId: 'p' },
    { installation: 'mirror' },
  );
  const before = await readdir(workspace.folder);

  const { code, output } = await workspace.runProgram('sh', [inRoot(PIPELINE, 'coffer-plan.sh'), 'rehearse']);

  expect([code, output]).toEqual([1, expect.stringContaining('is not an emulator, so nothing was done')]);
  expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /_emulator/health']);
  expect(await readdir(workspace.folder)).toEqual(before);
});
