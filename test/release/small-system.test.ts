import { copyFile, cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Emulator } from '../../emulator';
import { unzip } from '../../framework/packaging/zip';
import { version } from '../../package.json';
import { inRoot } from '../../scripts/support/paths';
import { must, run } from '../../scripts/support/run';
import { findTerraform } from '../../scripts/support/terraform';
import { NAMESPACES } from '../../scripts/support/tool-chains';
import { hasToolChain } from '../real/support/tool-chain';
import { temporaryFolder } from '../unit/support/temporary-folder';
import { RELEASE } from './support/build-release';

/** A system without glibc, like Alpine: only BusyBox, a static Terraform, the package, /proc and /dev. */
test('the provider plans and applies where there is no C library', async () => {
  if (!(await hasToolChain('chroot with BusyBox', 'the provider without a C library'))) return;
  await using emulator = await Emulator.start();
  const root = await makeRoot();
  await addStack(root);

  const result = await runIn(root, emulator, [
    'terraform init -input=false -no-color',
    'terraform plan -input=false -no-color -out=plan.bin',
    'terraform apply -input=false -no-color plan.bin',
    'terraform plan -input=false -no-color -detailed-exitcode',
  ]);

  expect(result).toMatchObject({ code: 0, stdout: expect.stringContaining('No changes.') });
  expect(emulator.inspect.secrets()).toMatchObject([{ name: 'without-libc' }]);
});

test('without /bin/sh Terraform reports what the page on troubleshooting explains', async () => {
  if (!(await hasToolChain('chroot with BusyBox', 'the provider without /bin/sh'))) return;
  await using emulator = await Emulator.start();
  const root = await makeRoot();
  await addStack(root);
  await rm(join(root, 'bin/sh'));

  const result = await runIn(root, emulator, ['terraform init -input=false -no-color', 'terraform validate -no-color']);

  expect(result.code).toBe(1);
  const [, reported = ''] =
    /`\/bin\/sh`: without it, Terraform reports `([^`]+)`/.exec(
      (await readFile(inRoot('docs/guides/troubleshooting.md'), 'utf8')).replaceAll(/\s+/g, ' '),
    ) ?? [];
  expect(reported).not.toBe('');
  expect(result.output.replaceAll(/\s+/g, ' ')).toContain(`terraform-provider-coffer_v${version}: ${reported}`);
});

test('without /proc the provider says so on the first line, which Terraform shows', async () => {
  if (!(await hasToolChain('chroot with BusyBox', 'the provider without /proc'))) return;
  const root = await makeRoot();
  const program = (await entriesOf('linux_amd64')).find(({ name }) => name.startsWith('terraform-provider-'));
  await writeFile(join(root, 'provider'), program?.data ?? '', { mode: 0o755 });

  const { code, stdout } = await run('unshare', [...NAMESPACES, 'chroot', root, '/provider']);

  expect([code, stdout.split('\n')[0]]).toEqual([1, expect.stringMatching(/^The provider cannot start: .*\/proc/)]);
});

/** Types of segments in the headers of an ELF file. */
const [STACK, RELRO] = [0x6474e551, 0x6474e552];

test.each(['linux_amd64', 'linux_arm64'])('the executable of %s is hardened as SECURITY.md says', async (platform) => {
  const elf = (await entriesOf(platform)).find(({ name }) => name === 'lib/terraform-provider-coffer')?.data;
  if (!elf) throw new Error('The archive has no executable.');
  const [start, size, count] = [Number(elf.readBigUInt64LE(32)), elf.readUInt16LE(54), elf.readUInt16LE(56)];
  const segments = Array.from({ length: count }, (_, index) => {
    const at = start + index * size;
    return { type: elf.readUInt32LE(at), isExecutable: (elf.readUInt32LE(at + 4) & 1) === 1 };
  });
  const found = {
    'position-independent (PIE)': elf.readUInt16LE(16) === 3,
    'relocations read-only (RELRO)': segments.some(({ type }) => type === RELRO),
    'stack not executable': segments.some(({ type, isExecutable }) => type === STACK && !isExecutable),
    'debugging information removed': !sectionNames(elf).includes('.debug_'),
  };
  const page = await readFile(inRoot('SECURITY.md'), 'utf8');

  const rows = [...page.matchAll(/^\| ([^|]+) \| (yes|no) \|/gm)].map(([, name, is]) => [name, is === 'yes']);
  expect(Object.fromEntries(rows)).toEqual(found);
});

/** Names of the sections of an ELF file, with NUL between them. */
function sectionNames(elf: Buffer): string {
  const [start, size, namesAt] = [Number(elf.readBigUInt64LE(40)), elf.readUInt16LE(58), elf.readUInt16LE(62)];
  const header = start + namesAt * size;
  const from = Number(elf.readBigUInt64LE(header + 24));
  const names = elf.toString('latin1', from, from + Number(elf.readBigUInt64LE(header + 32)));
  expect(names).toContain('.shstrtab');
  return names;
}

/** Puts Terraform, a mirror with the packages of the release, and a configuration into a root. */
async function addStack(root: string): Promise<void> {
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
}

/** Runs commands in the configuration of a root, with /dev and /proc of this machine. */
function runIn(root: string, emulator: Emulator, commands: readonly string[]) {
  const story = ['cd /stack', ...commands].join(' && ');
  const mount = ['mount --rbind /dev "$1/dev"', 'mount -t proc proc "$1/proc"'];
  const inside = [...mount, 'exec chroot "$1" /bin/busybox sh -c "$2"'].join(' && ');
  return run('unshare', [...NAMESPACES, 'sh', '-c', inside, 'sh', root, story], {
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
}

/** A folder to change the root to, with BusyBox. */
async function makeRoot(): Promise<string> {
  const root = temporaryFolder(inRoot('dist', 'small-system-'));
  for (const folder of ['bin', 'proc', 'dev', 'tmp', 'stack', 'mirror']) await mkdir(join(root, folder));
  const { stdout: busybox } = await must('sh', ['-c', 'command -v busybox']);
  await copyFile(busybox.trim(), join(root, 'bin/busybox'));
  await symlink('busybox', join(root, 'bin/sh'));
  return root;
}

const entriesOf = async (platform: string) =>
  unzip(await readFile(join(RELEASE, `terraform-provider-coffer_${version}_${platform}.zip`)));
