import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { inRoot } from '../../scripts/support/paths';
import { must } from '../../scripts/support/run';
import { findTerraform } from '../../scripts/support/terraform';
import { type Project, packedProject } from '../support/packed-framework';
import { blocksOf } from '../support/readme-blocks';

const page = await readFile(inRoot('framework/README.md'), 'utf8');
const blocks = blocksOf(page);
const commands = blocks.filter(({ language }) => language === 'sh').flatMap(({ text }) => text.trim().split('\n'));

/** A project of the packed framework with all files of the page. */
async function projectOfThePage(): Promise<Project> {
  const project = await packedProject();
  for (const { file, text } of blocks) {
    if (file !== undefined) await project.write(file, file.endsWith('.json') ? text.replace(/^\/\/.*\n/, '') : text);
  }
  return project;
}

it('every block of the page is a file or commands, and its types are right', async () => {
  await using project = await projectOfThePage();

  expect(blocks.filter(({ language, file }) => language !== 'sh' && file === undefined)).toEqual([]);
  await project.checkTypes();
});

it('the provider of the page is compiled, applies, and passes its own tests', async () => {
  await using project = await projectOfThePage();
  const inProject = { cwd: project.folder };
  const start =
    "import { service } from './service.ts';\nservice.on('listening', () => console.log(service.address().port));\n";
  await project.write('start.mjs', start);
  const service = spawn(process.execPath, ['start.mjs'], {
    ...inProject,
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void service.kill());
  const [port] = (await once(createInterface(service.stdout), 'line')) as [string];

  expect(commands).toEqual(expect.arrayContaining(['npx terraform-provider-kit compile', 'PORT=0 node --test']));
  await project.kit('compile');
  const { path } = await findTerraform();
  const env = { NOTES_URL: `http://127.0.0.1:${port}`, TF_CLI_CONFIG_FILE: join(project.folder, 'dist/cli.tfrc') };
  const terraform = async (...args: readonly string[]) =>
    (await must(path, ['-chdir=try', ...args, '-no-color'], { ...inProject, env })).stdout;
  expect(commands).toEqual(expect.arrayContaining(['terraform -chdir=try init', 'terraform -chdir=try apply']));
  await terraform('init');
  expect(await terraform('apply', '-auto-approve')).toContain('Resources: 1 added, 0 changed, 0 destroyed');
  expect(await terraform('plan', '-detailed-exitcode')).toContain('No changes.');
  await terraform('destroy', '-auto-approve');

  const override = blocks.find(({ text }) => text.includes('dev_overrides'))?.text ?? '';
  const inShell = `npx() { shift; '${process.execPath}' node_modules/terraform-provider-kit/bin.mjs "$@"; }\nset -e\n${override}`;
  const PATH = `${dirname(path)}:${process.env.PATH}`;
  const overridden = await must('bash', ['-c', inShell], { ...inProject, env: { ...env, PATH } });
  expect(overridden.stdout).toContain('Provider development overrides are in effect');
  expect(overridden.stdout).toContain('1 to add');

  const tested = await must(process.execPath, ['--test'], { ...inProject, env: { PORT: '0' } });
  expect(tested.stdout).toMatch(/pass 2\n/);
});
