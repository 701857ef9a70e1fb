import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeGoMessages } from '../../../scripts/sources/go-messages';
import { inRoot } from '../../../scripts/support/paths';
import { must, run } from '../../../scripts/support/run';
import { isSeeded, seed } from '../../support/dice';
import { hasToolChain } from '../support/tool-chain';
import { onEachTerraform } from './support/on-each-terraform';
import { filesBelow, type Project, packedProject } from './support/packed-framework';

/*
 * The provider in examples/framework, of the packed framework and outside of the repository: a provider that is not ours to the framework.
 */

const EXAMPLE = inRoot('examples/framework');
const CASES = isSeeded ? 1_000 : 300;
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

const MAIN = `
terraform {
  required_providers {
    scratch = { source = "example/scratch" }
  }
}
provider "scratch" {
  directory = path.module
}
resource "scratch_file" "f" {
  path    = "f.txt"
  content = "text"
}
output "slug" {
  value = provider::scratch::slug("Crème Brûlée, no. 2")
}
`;

/** What the resources do is in `framework-plugin-testing.test.ts`, with the program of `dist/mirror`. */
onEachTerraform('the example from dist/mirror-node', (terraform) => {
  it('is installed, applies and destroys', { timeout: LIMIT_MS }, async () => {
    const folder = await mkdtemp(join(project.folder, 'run-'));
    const settings = await readFile(join(project.folder, 'dist/cli.tfrc'), 'utf8');
    await writeFile(join(folder, 'cli.tfrc'), settings.replace('dist/mirror"', 'dist/mirror-node"'));
    await writeFile(join(folder, 'main.tf'), MAIN);
    const env = { TF_CLI_CONFIG_FILE: join(folder, 'cli.tfrc'), XDG_CACHE_HOME: join(folder, 'cache') };
    const cli = async (...args: readonly string[]) =>
      (await must(terraform, [...args, '-no-color'], { cwd: folder, env })).stdout;

    await cli('init', '-input=false');
    expect(await cli('apply', '-auto-approve', '-input=false')).toContain('1 added, 0 changed, 0 destroyed');
    expect(await cli('output', '-raw', 'slug')).toBe('creme-brulee-no-2');
    expect(await readFile(join(folder, 'f.txt'), 'utf8')).toBe('text');
    expect(await cli('plan', '-detailed-exitcode')).toContain('No changes.');
    expect(await cli('destroy', '-auto-approve')).toContain('1 destroyed');
    await expect(readFile(join(folder, 'f.txt'), 'utf8')).rejects.toThrow('ENOENT');
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
