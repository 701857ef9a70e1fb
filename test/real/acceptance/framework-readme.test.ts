import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { inRoot } from '../../../scripts/support/paths';
import { must } from '../../../scripts/support/run';
import { findTerraform } from '../../../scripts/support/terraform';
import { answers } from '../docs/answers';
import { type Project, packedProject } from './support/packed-framework';
import { type Block, blocksOf } from './support/readme-blocks';

/** The pages that build one provider together, each from the files of those before it. */
const DOCS = [
  'start',
  'attributes',
  'handlers',
  'rest-api',
  'errors',
  'testing',
  'releasing',
  'go-framework',
  'versions',
];

const blocksIn = async (...pages: readonly string[]) =>
  blocksOf((await Promise.all(pages.map((page) => readFile(inRoot('framework', page), 'utf8')))).join('\n'));
const readme = await blocksIn('README.md');
const blocks = await blocksIn(...DOCS.map((name) => `docs/${name}.md`));
const commands = commandsOf(blocks);

function commandsOf(blocks: readonly Block[]): readonly string[] {
  return blocks.filter(({ language }) => language === 'sh').flatMap(({ text }) => text.trim().split('\n'));
}

/** A project of the packed framework with all files of these blocks. */
async function projectOf(blocks: readonly Block[]): Promise<Project> {
  const project = await packedProject();
  for (const { file, text } of blocks) {
    if (file !== undefined) await project.write(file, file.endsWith('.json') ? text.replace(/^\/\/.*\n/, '') : text);
  }
  return project;
}

/** Terraform in a folder of a project, with the provider that `compile` has built there. */
async function terraformIn(project: Project, folder: string, env: Readonly<Record<string, string>> = {}) {
  const { path } = await findTerraform();
  const settings = { ...env, TF_CLI_CONFIG_FILE: join(project.folder, 'dist/cli.tfrc') };
  return async (...args: readonly string[]) =>
    (await must(path, [...args, '-no-color'], { cwd: join(project.folder, folder), env: settings, answer: answers() }))
      .stdout;
}

it('every page is among the pages, and every block is a file, commands or Go', async () => {
  expect((await readdir(inRoot('framework/docs'))).sort()).toEqual(DOCS.map((name) => `${name}.md`).sort());

  const others = [...readme, ...blocks].filter(({ language, file }) => language !== 'sh' && file === undefined);
  expect(others.map(({ text }) => text.split('(')[0])).toEqual(['func TestNote']);
});

it('the provider of the README is compiled and applies, and its types are right', async () => {
  await using project = await projectOf([...readme, ...blocks.filter(({ file }) => file === 'tsconfig.json')]);
  await project.checkTypes();
  const commands = commandsOf(readme);
  expect(commands).toEqual(expect.arrayContaining(['npx terraform-provider-kit compile', 'terraform apply']));
  await project.kit('compile');
  const terraform = await terraformIn(project, '.');

  await terraform('init');
  expect(await terraform('apply')).toContain('Resources: 1 added, 0 changed, 0 destroyed');
  expect(await terraform('plan', '-detailed-exitcode')).toContain('No changes.');
  await terraform('destroy');
});

it('the provider of the pages is compiled, applies, and passes its own tests, and its types are right', async () => {
  await using project = await projectOf(blocks);
  await project.checkTypes();
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

  expect(commands).toEqual(
    expect.arrayContaining(['npx terraform-provider-kit compile', "PORT=0 node --test '**/*.test.ts'"]),
  );
  await project.kit('compile');
  const env = { NOTES_URL: `http://127.0.0.1:${port}` };
  const terraform = await terraformIn(project, 'try', env);
  expect(commands).toEqual(expect.arrayContaining(['terraform -chdir=try init', 'terraform -chdir=try apply']));
  await terraform('init');
  expect(await terraform('apply')).toContain('Resources: 1 added, 0 changed, 0 destroyed');
  expect(await terraform('plan', '-detailed-exitcode')).toContain('No changes.');
  await terraform('destroy');

  const override = blocks.find(({ text }) => text.includes('dev_overrides'))?.text ?? '';
  const inShell = `npx() { shift; '${process.execPath}' node_modules/terraform-provider-kit/bin.mjs "$@"; }\nset -e\n${override}`;
  const PATH = `${dirname((await findTerraform()).path)}:${process.env.PATH}`;
  const overridden = await must('bash', ['-c', inShell], { ...inProject, env: { ...env, PATH } });
  expect(overridden.stdout).toContain('Provider development overrides are in effect');
  expect(overridden.stdout).toContain('1 to add');

  const tested = await must(process.execPath, ['--test', '**/*.test.ts'], { ...inProject, env: { PORT: '0' } });
  expect(tested.stdout).toMatch(/pass 4\n/);
});
