import { mkdir, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { findTerraform } from '../../../scripts/support/terraform';
import { Workspace } from '../../support/workspace';
import { codeOf, readPage } from '../../unit/repository/docs/markdown';

/** The recipes for CI systems that have no test of their own: their shell lines, as the system types them. */
const PAGE = readPage('docs/guides/works-with.md');

/** projen brings the parser: the checkout has no other. */
const { parse } = createRequire(createRequire(import.meta.url).resolve('projen'))('yaml') as {
  parse(text: string): CircleCi;
};

interface CircleCi {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly (string | { readonly run: string })[] }>>;
}

const [jenkins = ''] = codeOf(PAGE, 'groovy');
const circleCi = parse(codeOf(PAGE, 'yaml').find((text) => text.startsWith('version: 2.1')) ?? '');

const LINES = {
  Jenkins: [...jenkins.matchAll(/\bsh '(.*?)'/g)].map(([, line = '']) => line),
  CircleCI: (circleCi.jobs.apply?.steps ?? []).flatMap((step) => (typeof step === 'string' ? [] : [step.run])),
};

const STACK = `
  variable "db_password" {
    type      = string
    ephemeral = true
  }
  resource "coffer_secret" "s" {
    name             = "db-password"
    value_wo         = var.db_password
    value_wo_version = "1"
  }
`;

it.each(Object.entries(LINES))('%s: the shell lines plan, and apply that plan', async (_, lines) => {
  await using emulator = await Emulator.start();
  await using workspace = await Workspace.create(emulator, { installation: 'mirror' });
  await workspace.write(STACK);
  const bin = join(workspace.folder, 'bin');
  await mkdir(bin);
  await symlink((await findTerraform()).path, join(bin, 'terraform'));
  const env = { TF_VAR_db_password: 'canary', PATH: `${bin}:${process.env.PATH}` };

  for (const line of lines) {
    const { code, output } = await workspace.runProgram('sh', ['-euc', line], { env });
    expect({ line, code }, output).toEqual({ line, code: 0 });
  }

  expect(lines.length).toBeGreaterThan(1);
  expect(emulator.inspect.secrets().map(({ name }) => name)).toEqual(['db-password']);
});
