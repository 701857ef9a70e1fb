import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inRoot } from '../../../scripts/support/paths';
import { must, run } from '../../../scripts/support/run';
import { sampled } from '../../support/dice';
import { hasToolChain } from '../support/tool-chain';
import { usableVersions } from '../support/usable-terraforms';
import { filesBelow, type Project, packedProject } from './support/packed-framework';

/*
 * HashiCorp's terraform-plugin-testing drives the provider in examples/framework, on a command line that is drawn; and one program in both frameworks, in
 * test/plugin-testing, which they must treat alike.
 */

const PROGRAMS = { 'examples/framework': 'scratch', 'test/plugin-testing/standard': 'standard' } as const;
const MODULE = inRoot('test/plugin-testing');
const LIMIT_MS = 900_000;

const hasGo = await hasToolChain('Go', 'terraform-plugin-testing with the framework');
const projects = new Map<string, Project>();
const test = () => join((projects.get('scratch') as Project).folder, 'plugin-testing');

beforeAll(async () => {
  if (!hasGo) return;
  for (const [folder, name] of Object.entries(PROGRAMS)) {
    const project = await packedProject();
    projects.set(name, project);
    for (const [file, text] of await filesBelow(inRoot(folder))) await project.write(file, text);
    // The types of the example are right: framework-example.test.ts.
    if (name === 'standard') await project.checkTypes();
    await project.kit('compile');
  }
  await must('go', ['test', '-c', '-o', test(), '.'], { cwd: MODULE });
}, LIMIT_MS);
afterAll(async () => {
  for (const project of projects.values()) await project[Symbol.asyncDispose]();
});

const drawn = sampled('command lines of terraform-plugin-testing', await usableVersions(), 1);

describe.runIf(hasGo).each(drawn)('terraform-plugin-testing on $product $version', (terraform) => {
  it.each([
    ['scratch', 'Test(Pet|Identity|File|FunctionAndEphemeral)$'],
    ['standard', 'TestStandard$'],
  ])('passes with the provider %s', { timeout: LIMIT_MS }, async (name, tests) => {
    const { folder } = projects.get(name) as Project;
    const tmp = join(folder, `tmp-${terraform.product}-${terraform.version}`);
    await mkdir(tmp);
    const host = terraform.product === 'OpenTofu' ? 'registry.opentofu.org' : 'registry.terraform.io';

    const { code, output } = await run(test(), ['-test.run', tests, '-test.v'], {
      cwd: MODULE,
      env: {
        TF_ACC: '1',
        TF_ACC_TERRAFORM_PATH: terraform.path,
        TF_ACC_PROVIDER_HOST: host,
        TF_ACC_PROVIDER_NAMESPACE: 'example',
        TF_CLI_CONFIG_FILE: join(folder, 'dist/cli.tfrc'),
        PRODUCT: terraform.product,
        TMPDIR: tmp,
        XDG_CACHE_HOME: join(tmp, 'cache'),
      },
    });

    expect(code, output.slice(-20_000)).toBe(0);
    expect(output).toContain('--- PASS');
  });
});
