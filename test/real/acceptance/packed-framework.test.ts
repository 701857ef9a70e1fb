import { readFile } from 'node:fs/promises';
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
