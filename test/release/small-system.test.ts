import { copyFile, cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Emulator } from '../../emulator';
import { inRoot } from '../../scripts/support/paths';
import { must, run } from '../../scripts/support/run';
import { findTerraform } from '../../scripts/support/terraform';
import { NAMESPACES } from '../../scripts/support/tool-chains';
import { RELEASE } from '../support/build-release';
import { hasToolChain } from '../support/tool-chain';

/** A system without glibc, like Alpine: only BusyBox, a static Terraform, the package, /proc and /dev. */
test('the provider plans and applies where there is no C library', async () => {
  if (!(await hasToolChain('chroot with BusyBox', 'the provider without a C library'))) return;
  await using emulator = await Emulator.start();
  const root = await mkdtemp(inRoot('dist', 'small-system-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const folder of ['bin', 'proc', 'dev', 'tmp', 'stack', 'mirror']) await mkdir(join(root, folder));
  const { stdout: busybox } = await must('sh', ['-c', 'command -v busybox']);
  await copyFile(busybox.trim(), join(root, 'bin/busybox'));
  await symlink('busybox', join(root, 'bin/sh'));
  await copyFile((await findTerraform()).path, join(root, 'bin/terraform'));
  const inMirror = 'registry.terraform.io/coffer/coffer';
  await cp(join(RELEASE, 'mirrors/packed', inMirror), join(root, 'mirror', inMirror), { recursive: true });
  await writeFile(
    join(root, 'stack/cli.tfrc'),
    'provider_installation {\n  filesystem_mirror {\n    path = "/mirror"\n  }\n}\n',
  );
  await writeFile(
    join(root, 'stack/main.tf'),
    `terraform {
      required_providers {
        coffer = { source = "coffer/coffer" }
      }
    }
    resource "coffer_secret" "s" {
      name     = "without-libc"
      value_wo = "v"
    }
    `,
  );
  const story = [
    'cd /stack',
    'terraform init -input=false -no-color',
    'terraform plan -input=false -no-color -out=plan.bin',
    'terraform apply -input=false -no-color plan.bin',
    'terraform plan -input=false -no-color -detailed-exitcode',
  ].join(' && ');
  const inside = ['mount --rbind /dev "$1/dev"', 'mount -t proc proc "$1/proc"', 'exec chroot "$1" /bin/sh -c "$2"'];

  const result = await run('unshare', [...NAMESPACES, 'sh', '-c', inside.join(' && '), 'sh', root, story], {
    env: {
      PATH: '/bin:/usr/bin:/sbin:/usr/sbin',
      COFFER_BUNDLED_GLIBC: undefined,
      TF_CLI_CONFIG_FILE: '/stack/cli.tfrc',
      TMPDIR: '/tmp',
      COFFER_BASE_URL: emulator.baseUrl,
      COFFER_TOKEN: emulator.token,
      COFFER_PROJECT_ID: emulator.projectId,
    },
  });

  expect(result).toMatchObject({ code: 0, stdout: expect.stringContaining('No changes.') });
  expect(emulator.inspect.secrets()).toMatchObject([{ name: 'without-libc' }]);
});
