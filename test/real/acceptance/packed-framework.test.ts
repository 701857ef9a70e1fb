import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FRAMEWORK } from '../../../projenrc/names';
import { buildFramework } from '../../../scripts/build-framework';
import { inRoot } from '../../../scripts/support/paths';
import { must } from '../../../scripts/support/run';
import { findTerraform } from '../../../scripts/support/terraform';
import { startProcess } from '../../support/emulator-process';
import { filesBelow, packedProject } from './support/packed-framework';

it('it depends on three packages, and names nobody', async () => {
  const folder = join((await buildFramework()).framework, '../package');
  const { dependencies } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { dependencies: object };

  expect(Object.keys(dependencies)).toEqual(['@bufbuild/protobuf', '@msgpack/msgpack', 'esbuild']);
  const files = [...(await filesBelow(folder))].filter(([file]) => !/package\.json$|\.md$|LICENSE$/.test(file));
  expect(files.filter(([, text]) => /coffer/i.test(text)).map(([file]) => file)).toEqual([]);
});

it('the provider of this repository is typed by the packed framework, compiled by it, and applies', async () => {
  await using project = await packedProject(['@smithy', '@aws-crypto', 'tslib', 'undici', 'zod']);
  for (const room of ['provider', 'contract']) {
    for (const [file, text] of await filesBelow(inRoot(room))) await project.write(`${room}/${file}`, packed(text));
  }
  const { version } = JSON.parse(await readFile(inRoot('package.json'), 'utf8')) as { version: string };
  await project.write('package.json', JSON.stringify({ name: 'project', version }));
  await project.checkTypes();
  await project.kit('compile', '--main', 'provider/main.ts', '--provider', 'provider/provider.ts');

  const { ready } = await startProcess();
  const hcl = `
    terraform {
      required_providers {
        coffer = { source = "coffer/coffer" }
      }
    }
    resource "coffer_secret" "s" {
      name  = "packed"
      value = "canary"
    }
    output "id" {
      value = coffer_secret.s.id
    }`;
  await project.write('run/main.tf', hcl);
  const { path } = await findTerraform();
  const env = {
    ...{ COFFER_BASE_URL: ready.baseUrl, COFFER_TOKEN: ready.token, COFFER_PROJECT_ID: ready.projectId },
    ...{ TF_CLI_CONFIG_FILE: join(project.folder, 'dist/cli.tfrc'), COFFER_LIST_CONFIRMATION: '0s' },
  };
  const terraform = (...args: readonly string[]) => must(path, args, { cwd: join(project.folder, 'run'), env });
  await terraform('init', '-input=false', '-no-color');
  const { stdout } = await terraform('apply', '-auto-approve', '-input=false', '-no-color');
  expect(stdout).toContain('Resources: 1 added, 0 changed, 0 destroyed');
  expect((await terraform('plan', '-input=false', '-no-color')).stdout).toContain('No changes.');
});

/** The text of a source file of the provider, with imports of the package for those of the room. */
const packed = (text: string): string =>
  text
    .replace(/from '(?:\.\.\/)+framework\/protocol\/serve'/g, `from '${FRAMEWORK}/serve'`)
    .replace(/from '(?:\.\.\/)+framework(?:\/[^']+)?'/g, `from '${FRAMEWORK}'`);

it('the command line names what is wrong, and prints nothing but the result to stdout', async () => {
  await using project = await packedProject();
  await expect(project.kit('compil')).rejects.toThrow('There is no command compil.');
  await expect(project.kit('pages', '--titel', 'x')).rejects.toThrow(
    "Unknown option '--titel'. --help lists the flags.",
  );
  await expect(project.kit('pages', 'extra')).rejects.toThrow('pages takes flags only, and no extra.');
  await expect(project.kit('pages')).rejects.toThrow(`There is no provider.ts in ${project.folder}.`);

  const provider = `
    import { defineProvider } from '${FRAMEWORK}';
    console.log('loading');
    export const provider = defineProvider({
      typeName: 'p', source: 'e/p', schema: { description: 'P.', attributes: {} }, resources: [],
    });`;
  await project.write('provider.ts', provider);
  for (const [end, told] of [
    ['process.exit(0);', 'provider.ts calls process.exit(0) while it is loaded.'],
    ['await new Promise(() => {});', 'provider.ts waits for something that never comes while it is loaded.'],
  ] as const) {
    await project.write('provider.ts', provider + end);
    await expect(project.kit('pages')).rejects.toThrow(told);
    expect((await readdir(project.folder)).filter((file) => file.startsWith('.provider'))).toEqual([]);
  }
  await project.write('provider.ts', provider);
  expect(await project.kit('pages')).toBe('');
  const serving = (source: string) =>
    `import { serve } from '${FRAMEWORK}/serve';\nimport { provider } from './provider.ts';\nserve({ ...provider, source: '${source}' });`;
  for (const [text, told] of [
    ["import './provider.ts';", 'main.ts serves no provider. It has to call serve(provider)'],
    ["throw new Error('It is broken.');", /main\.ts fails when it starts:\n.*It is broken\./s],
    [serving('e/other'), /main\.ts serves e\/other \S+, and the provider is e\/p \S+\. /],
    [`import './provider.ts';\n${serving('e/p')}`, 'main.ts writes to stdout, too, which is for Terraform alone'],
  ] as const) {
    await project.write('main.ts', text);
    await expect(project.kit('compile')).rejects.toThrow(told);
    expect(await readdir(project.folder)).not.toContain('dist');
  }
  await expect(project.kit('compile', '--version', 'v1')).rejects.toThrow('The version v1 is none that');
});
