import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Emulator } from '../../emulator';
import { HOSTS, packageFolder } from '../../framework/packaging/filesystem-mirror';
import { PLATFORMS } from '../../framework/packaging/platforms';
import { version } from '../../package.json';
import { PROVIDER_SOURCE } from '../../projenrc/names';
import { executableOf } from '../real/support/builds';
import { hasToolChain } from '../real/support/tool-chain';
import { Workspace } from '../support/workspace';
import { RELEASE } from './support/build-release';

/** Other machines: QEMU emulates processors, with the glibc of the linux packages; Windows is simulated by its transport, TCP. */

const MACHINES = [
  {
    what: 'on ARM64',
    tool: 'QEMU for ARM64',
    platform: 'linux_arm64',
    loader: 'ld-linux-aarch64.so.1',
    qemu: 'qemu-aarch64',
  },
  {
    what: 'on x86-64 without AVX',
    tool: 'QEMU for x86-64',
    platform: 'linux_amd64',
    loader: 'ld-linux-x86-64.so.2',
    qemu: 'qemu-x86_64 -cpu Nehalem',
  },
] as const;

test.each(MACHINES)('the provider plans and applies $what', async ({ what, tool, platform, loader, qemu }) => {
  if (!(await hasToolChain(tool, `the provider ${what}`))) return;
  const lib = join(folderOf(platform), 'lib');

  await planAndApply(() => `${qemu} ${lib}/${loader} --library-path ${lib} ${lib}/terraform-provider-coffer`);
});

test('the provider plans and applies over TCP, as on Windows, where it has no socket in a folder', async () => {
  await planAndApply(async (folder) => {
    const windows = join(folder, 'windows.cjs');
    await writeFile(windows, "Object.defineProperty(process, 'platform', { value: 'win32' });\n");
    return `${process.execPath} --require ${windows} ${executableOf('node')}`;
  });
});

/** Creates a secret with the real Terraform and the provider that a command starts. */
async function planAndApply(commandIn: (folder: string) => string | Promise<string>): Promise<void> {
  await using emulator = await Emulator.start();
  await using workspace = await Workspace.create(emulator, { installation: 'dev_overrides' });
  const overrides = join(workspace.folder, 'overrides');
  await mkdir(overrides);
  const program = join(overrides, `terraform-provider-coffer_v${version}`);
  await writeFile(program, `#!/bin/sh\nexec ${await commandIn(overrides)} "$@"\n`);
  await chmod(program, 0o755);
  const settings = `provider_installation {\n  dev_overrides {\n    "coffer/coffer" = ${JSON.stringify(overrides)}\n  }\n}\n`;
  await writeFile(join(workspace.folder, 'cli.tfrc'), settings);
  await workspace.write(`
    resource "coffer_secret" "s" {
      name     = "over-there"
      value_wo = "v"
    }
  `);

  // One command plans and applies: QEMU takes many seconds for each start of the provider.
  const { stdout } = await workspace.must(['apply', '-auto-approve', '-input=false', '-no-color'], {
    withoutPlan: 'it would start the provider twice more, and says nothing about the machine',
  });

  expect(stdout).toMatch(/# coffer_secret\.s will be created[\s\S]*Resources: 1 added, 0 changed, 0 destroyed/);
  expect(emulator.inspect.secrets()).toMatchObject([{ name: 'over-there' }]);
}

function folderOf(name: string): string {
  const platform = PLATFORMS.find((each) => each.name === name);
  return packageFolder(join(RELEASE, 'mirrors/unpacked'), HOSTS[0], { source: PROVIDER_SOURCE, version }, platform);
}
