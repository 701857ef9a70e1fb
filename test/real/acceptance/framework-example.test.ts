import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeGoMessages } from '../../../scripts/sources/go-messages';
import { inRoot } from '../../../scripts/support/paths';
import { must, run } from '../../../scripts/support/run';
import { seed } from '../../support/dice';
import { hasToolChain } from '../support/tool-chain';
import { onEachTerraform } from './support/on-each-terraform';
import { filesBelow, type Project, packedProject } from './support/packed-framework';

/*
 * The provider in examples/framework, of the packed framework and outside of the repository: a provider that is not ours to the framework.
 */

const EXAMPLE = inRoot('examples/framework');
const CASES = 1_000;
const LIMIT_MS = 900_000;

const hasGo = await hasToolChain('Go', 'conformance of the example');

let project: Project;
let program: string;
beforeAll(async () => {
  project = await packedProject();
  for (const [file, text] of await filesBelow(EXAMPLE)) await project.write(file, text);
  program = (await project.kit('compile')).trim();
}, LIMIT_MS);
afterAll(() => project[Symbol.asyncDispose]());

it('its types are right', () => project.checkTypes());

it('its pages are made of its definitions and examples', async () => {
  await project.kit('pages');

  const made = await filesBelow(join(project.folder, 'docs'));
  const kinds = ['data-sources/file', 'ephemeral-resources/password', 'functions/slug', 'index'];
  const resources = ['resources/file', 'resources/integer', 'resources/pet'];
  expect([...made.keys()]).toEqual([...kinds, ...resources].map((page) => `${page}.md`));
  const pet = made.get('resources/pet.md');
  expect(pet).toContain('- `keepers` (Map of String) A change makes another name.\n');
  for (const example of ['resource.tf', 'import.tf']) {
    expect(pet).toContain(await readFile(join(EXAMPLE, 'examples/resources/scratch_pet', example), 'utf8'));
  }
});

const MAIN = `
terraform {
  required_providers {
    scratch = { source = "example/scratch" }
  }
}
provider "scratch" {
  directory = path.module
}
variable "image" {
  default = "debian-13"
}
variable "password_version" {
  default = 1
}
resource "scratch_pet" "server" {
  keepers = { image = var.image }
  length  = 3
}
resource "scratch_integer" "port" {
  min = 20000
  max = 20009
}
ephemeral "scratch_password" "admin" {
  length = 32
}
resource "scratch_file" "admin" {
  path               = "admin.txt"
  content_wo         = ephemeral.scratch_password.admin.result
  content_wo_version = var.password_version
}
resource "scratch_file" "name" {
  path    = "name.txt"
  content = scratch_pet.server.id
}
data "scratch_file" "name" {
  path = scratch_file.name.path
}
output "all" {
  value = {
    pet  = scratch_pet.server.id
    port = scratch_integer.port.result
    size = data.scratch_file.name.size
    slug = provider::scratch::slug("Crème Brûlée, no. 2")
  }
}
`;

describe.each(['mirror', 'mirror-node'])('from dist/%s', (mirror) => {
  onEachTerraform(`the example from ${mirror}`, (terraform) => {
    it('makes, keeps, repairs, changes, imports and destroys', { timeout: LIMIT_MS }, async () => {
      const folder = await mkdtemp(join(project.folder, 'run-'));
      const settings = await readFile(join(project.folder, 'dist/cli.tfrc'), 'utf8');
      await writeFile(join(folder, 'cli.tfrc'), settings.replace('dist/mirror"', `dist/${mirror}"`));
      await writeFile(join(folder, 'main.tf'), MAIN);
      const env = { TF_CLI_CONFIG_FILE: join(folder, 'cli.tfrc'), XDG_CACHE_HOME: join(folder, 'cache') };
      const cli = async (...args: readonly string[]) =>
        (await must(terraform, [...args, '-no-color'], { cwd: folder, env })).stdout;
      const apply = (...args: readonly string[]) => cli('apply', '-auto-approve', '-input=false', ...args);
      const text = (file: string) => readFile(join(folder, file), 'utf8');
      const output = async () => JSON.parse(await cli('output', '-json', 'all')) as Record<string, unknown>;

      await cli('init', '-input=false');
      expect(await apply()).toContain('4 added, 0 changed, 0 destroyed');
      expect(await cli('plan', '-detailed-exitcode')).toContain('No changes.');
      const made = await output();
      const password = await text('admin.txt');
      expect(made).toEqual({
        pet: expect.stringMatching(/^[a-z]+-[a-z]+-[a-z]+$/),
        port: expect.any(Number),
        size: (await text('name.txt')).length,
        slug: 'creme-brulee-no-2',
      });
      expect(made.port).toBeGreaterThanOrEqual(20_000);
      expect(made.port).toBeLessThan(20_010);
      expect(await text('name.txt')).toBe(made.pet);
      expect(password).toHaveLength(32);
      expect(await text('terraform.tfstate')).not.toContain(password);

      await rm(join(folder, 'name.txt'));
      await writeFile(join(folder, 'admin.txt'), 'edited');
      expect(await apply()).toContain('1 added, 1 changed, 0 destroyed');
      expect(await text('name.txt')).toBe(made.pet);
      expect(await text('admin.txt')).toMatch(/^\w{32}$/);

      expect(await apply('-var', 'image=debian-14', '-var', 'password_version=2')).toContain(
        '1 added, 2 changed, 1 destroyed',
      );
      const changed = await output();
      expect(changed.port).toBe(made.port);
      expect(await text('name.txt')).toBe(changed.pet);

      const variables = ['-var', 'image=debian-14', '-var', 'password_version=2'];
      await cli('state', 'rm', 'scratch_pet.server', 'scratch_file.name');
      await cli('import', ...variables, 'scratch_pet.server', String(changed.pet));
      await cli('import', ...variables, 'scratch_file.name', 'name.txt');
      expect(await apply(...variables)).toContain('0 added, 2 changed, 0 destroyed');
      expect((await output()).pet).toBe(changed.pet);
      expect(await cli('plan', '-detailed-exitcode', ...variables)).toContain('No changes.');

      expect(await cli('destroy', '-auto-approve', ...variables)).toContain('4 destroyed');
      await expect(text('name.txt')).rejects.toThrow('ENOENT');
    });
  });
});

describe.runIf(hasGo)('conformance of the example', () => {
  it('keeps the contract with Terraform core, whatever is configured', { timeout: LIMIT_MS }, async () => {
    await makeGoMessages();
    const judge = join(project.folder, 'conformance');
    await mkdir(join(project.folder, 'tmp'));
    await must('go', ['build', '-o', judge, '.'], { cwd: inRoot('test/conformance') });

    const told = await run(
      judge,
      [...['-offline', '-provider', program, '-seed', String(seed), '-cases', String(CASES)]],
      { env: { TMPDIR: join(project.folder, 'tmp') } },
    );

    expect(told.code, told.output.slice(-20_000)).toBe(0);
    expect(told.stdout).toContain(': 0 findings');
  });
});
