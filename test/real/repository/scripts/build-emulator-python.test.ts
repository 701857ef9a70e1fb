import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Emulator } from '../../../../emulator';
import { buildPythonEmulator } from '../../../../scripts/build-emulator-python';
import { inRoot } from '../../../../scripts/support/paths';
import { must, run } from '../../../../scripts/support/run';
import { EMULATOR_PROGRAM } from '../../../support/built-emulator';
import { EmulatorProcess } from '../../../support/emulator-process';
import { codeOf, readPage } from '../../../unit/repository/docs/markdown';
import { installPythonTools } from '../../support/python-tools';
import { hasToolChain } from '../../support/tool-chain';

/*
 * The package as a user gets it: built, installed by pip without any network, found by pytest. It starts the emulator of the
 * checkout, which is in the place where npm would put its package.
 */

const TIMEOUT = { timeout: 180_000 };
const PAGE = 'emulator/testing/python/README.md';
const isThere = await hasToolChain('Python', 'the package coffer-emulator for Python');

describe.runIf(isThere)('coffer-emulator for Python', () => {
  const work = mkdtempSync(join(tmpdir(), 'coffer-python-'));
  const [site, project] = [join(work, 'site'), join(work, 'project')];
  let python: string;

  beforeAll(async () => {
    python = await installPythonTools('test/real/support/pytest');
    const built = await buildPythonEmulator(join(work, 'built'));
    const wheel = readdirSync(built).find((name) => name.endsWith('.whl')) ?? '';
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-index', '--no-deps'];
    await must(python, [...pip, '--target', site, join(built, wheel)]);
    const command = join(project, 'node_modules/.bin/coffer-emulator');
    mkdirSync(join(command, '..'), { recursive: true });
    writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${EMULATOR_PROGRAM}' "$@"\n`, { mode: 0o755 });
  }, 600_000);
  afterAll(() => rmSync(work, { recursive: true, force: true }));

  const pytest = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    run(python, ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', '--color=no', ...args], {
      cwd: project,
      env: { PYTHONPATH: site, PYTHONDONTWRITEBYTECODE: '1', PYTEST_ADDOPTS: undefined, ...env },
    });
  const stories = (name: string) =>
    copyFile(inRoot('test/real/repository/scripts/python-emulator', name), join(project, name)).then(() => name);

  test(
    'the fixture starts one for the run, and each test begins anew; the examples of its page pass',
    TIMEOUT,
    async () => {
      const [first = '', more = '', alone = ''] = codeOf(readPage(PAGE), 'python');
      writeFileSync(join(project, 'test_page.py'), first);
      writeFileSync(join(project, 'test_more.py'), more);
      writeFileSync(join(project, 'alone.py'), alone);

      const { code, output } = await pytest([await stories('test_fixture.py'), 'test_page.py', 'test_more.py']);
      const program = await must(python, ['alone.py'], { cwd: project, env: { PYTHONPATH: site } });

      expect([code, output]).toEqual([0, expect.stringMatching(/^19 passed in /m)]);
      expect(program.output).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n$/);
    },
  );

  test('a URL is taken instead, with the tokens that were printed', TIMEOUT, async () => {
    await using emulator = await Emulator.start({ adminToken: 'admin-token' });
    const { baseUrl, s3Endpoint, token, projectId } = emulator;
    const urls = ['--coffer-emulator-url', baseUrl, '--coffer-emulator-s3-url', s3Endpoint];

    const { code, output } = await pytest([await stories('test_url.py'), ...urls], {
      COFFER_BASE_URL: baseUrl,
      COFFER_TOKEN: token,
      COFFER_PROJECT_ID: projectId,
      COFFER_EMULATOR_ADMIN_TOKEN: 'admin-token',
    });

    expect([code, output]).toEqual([0, expect.stringMatching(/^1 passed in /m)]);
  });

  test(
    'after a failing test it stays up until it is reset, and prints its link; tests are marked',
    TIMEOUT,
    async () => {
      writeFileSync(
        join(project, 'test_kept.py'),
        `def test_fails(coffer_emulator):
    coffer_emulator.new_project()
    assert [mark["text"] for mark in coffer_emulator.call("GET", "/journal/marks")] == ["test test_kept.py::test_fails began"]
    assert False, "canary of the test"

def test_goes_on(coffer_emulator):
    assert coffer_emulator.call("GET", "/epoch")["who"] == "test_kept.py::test_goes_on"
    assert len(coffer_emulator.objects()["projects"]) == 1
`,
      );
      const args = [
        '-m',
        'pytest',
        '-q',
        '-p',
        'no:cacheprovider',
        '--coffer-emulator-keep-on-failure',
        'test_kept.py',
      ];
      const env = { CI: '', PYTHONPATH: site, PYTHONDONTWRITEBYTECODE: '1', PYTEST_ADDOPTS: '' };
      const run = new EmulatorProcess(args, env, [], python, project);
      await expect.poll(() => run.stdout, { timeout: 60_000 }).toContain('To end the run: Ctrl-C');
      const url = /http:\/\/\S+\/dashboard\/enter\?code=\S+/.exec(run.stdout)?.[0] ?? '';
      const { origin } = new URL(url);

      const page = await fetch(url, { redirect: 'manual' });
      const stored = (await (await fetch(`${origin}/_emulator/objects`)).json()) as { projects: string[] };
      await fetch(`${origin}/_emulator/reset`, { method: 'POST' });
      const { code, stdout } = await run.ended;

      expect(page.headers.get('location')).toBe('/dashboard/journal');
      expect(stored.projects).toHaveLength(2);
      expect([code, stdout]).toEqual([1, expect.stringMatching(/^1 failed, 1 passed in /m)]);
      expect(stdout).toContain('test_kept.py::test_fails failed: canary of the test');
    },
  );
});
