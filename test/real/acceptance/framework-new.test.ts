import { symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { TSC } from '../../../scripts/support/paths';
import { must } from '../../../scripts/support/run';
import { findTerraform } from '../../../scripts/support/terraform';
import { answers } from '../docs/answers';
import { filesBelow, packedProject } from './support/packed-framework';

it('a new project has right types, passes its test, applies, and has pages', { timeout: 600_000 }, async () => {
  await using project = await packedProject();
  // As npm create runs it.
  const creator = ['node_modules/create-terraform-provider-kit/bin.mjs', 'acme/notes'];
  const made = (await must(process.execPath, creator, { cwd: project.folder })).stdout.trim();
  expect(made).toBe(join(project.folder, 'terraform-provider-notes'));
  await symlink(join(project.folder, 'node_modules'), join(made, 'node_modules'));
  const inProject = { cwd: made, env: { TF_CLI_CONFIG_FILE: join(made, 'dist/cli.tfrc') } };
  const kit = (...args: readonly string[]) =>
    must(process.execPath, ['node_modules/terraform-provider-kit/bin.mjs', ...args], inProject);
  const { path } = await findTerraform();
  const terraform = async (...args: readonly string[]) =>
    (await must(path, ['-chdir=try', ...args, '-no-color'], { ...inProject, answer: answers() })).stdout;

  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
  await must(TSC, [], inProject);
  expect((await must('npm', ['test'], { ...inProject, env: { PATH } })).stdout).toContain('pass 1');
  await kit('compile');
  await terraform('init');
  expect(await terraform('apply')).toContain('1 added');
  expect(await terraform('plan', '-detailed-exitcode')).toContain('No changes.');
  await terraform('destroy');
  await kit('pages');

  const files = await filesBelow(made).then((all) =>
    [...all].filter(([file]) => /^[^/]+\.(ts|json|md)$|^docs|^\./.test(file)),
  );
  expect(files.map(([file]) => file)).toEqual(
    expect.arrayContaining([
      '.gitignore',
      '.npmrc',
      '.oxlintrc.json',
      '.github/workflows/release.yml',
      'docs/resources/file.md',
    ]),
  );
  expect(files.filter(([, text]) => /scratch/i.test(text)).map(([file]) => file)).toEqual([]);
  await expect(project.kit('new', 'acme/notes')).rejects.toThrow('exists already');
  await expect(project.kit('new', 'My-Provider')).rejects.toThrow('is no name for a provider');
});
