import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hostPlatform } from '../../framework/packaging/platforms';
import { VERSION } from '../../projenrc/names';
import { run } from '../../scripts/support/run';
import type { TerraformCli } from '../../scripts/support/terraform';
import { usableVersions } from '../real/support/usable-terraforms';
import { temporaryFolder } from '../unit/support/temporary-folder';
import { RELEASE } from './support/build-release';
import { Registry } from './support/registry';

/** A registry verifies what it accepts; Terraform verifies its downloads again. */

const clis = await usableVersions();

/** The hash in the release for this machine's package. */
async function hashOfRelease(): Promise<string | undefined> {
  const index = join(RELEASE, 'mirrors/packed/registry.terraform.io/coffer/coffer', `${VERSION}.json`);
  const { archives } = JSON.parse(await readFile(index, 'utf8')) as { archives: Record<string, { hashes: string[] }> };
  return archives[hostPlatform().name]?.hashes[0];
}

/** Sources of the provider for `terraform init`, as lines of its configuration file. */
const mirrors = {
  'a packed folder': `filesystem_mirror { path = "${join(RELEASE, 'mirrors/packed')}" }`,
  'an unpacked folder': `filesystem_mirror { path = "${join(RELEASE, 'mirrors/unpacked')}" }`,
  'a network mirror': 'network_mirror { url = "https://mirror.example/terraform/" }',
};

/** `terraform init`, with a registry and a mirror on this machine. Without a mirror, the source address has the host of the registry. */
async function init(cli: TerraformCli, mirror?: string) {
  await using registry = await Registry.start(RELEASE);
  const folder = temporaryFolder('coffer-init-');
  const source = `source = "${mirror ? '' : `${registry.host}/`}coffer/coffer"`;
  await writeFile(join(folder, 'main.tf'), `terraform {\n  required_providers {\n    coffer = { ${source} }\n  }\n}\n`);
  const settings = join(folder, 'cli.tfrc');
  if (mirror) await writeFile(settings, `provider_installation {\n  ${mirror}\n}\n`);
  const TF_CLI_CONFIG_FILE = mirror ? settings : undefined;
  const env = { ...registry.env, HOME: folder, TF_CLI_CONFIG_FILE, CHECKPOINT_DISABLE: '1' };
  const result = await run(cli.path, ['init', '-input=false', '-no-color'], { cwd: folder, env });
  const files = await readdir(folder, { recursive: true });
  const lock = files.includes('.terraform.lock.hcl') ? await readFile(join(folder, '.terraform.lock.hcl'), 'utf8') : '';
  return { ...result, lock, h1: /"(h1:[^"]+)"/.exec(lock)?.[1] };
}

test.each(clis)('$product $version installs from a registry whose signature it verifies', async (cli) => {
  const { code, output, lock, h1 } = await init(cli);

  expect(code, output).toBe(0);
  expect(h1).toBe(await hashOfRelease());
  expect(output).toMatch(/Installed localhost:\d+\/coffer\/coffer v[\d.]+ \((?:self-)?signed, key ID [0-9A-F]+\)/);
  // Of six archives and of the manifest.
  expect(lock.match(/"zh:/g)).toHaveLength(7);
});

test.each(clis.flatMap((cli) => Object.entries(mirrors).map(([kind, mirror]) => ({ ...cli, cli, kind, mirror }))))(
  '$product $version installs the same package from $kind',
  async ({ cli, mirror }) => {
    const { code, output, h1 } = await init(cli, mirror);

    expect(code, output).toBe(0);
    expect(h1).toBe(await hashOfRelease());
  },
);
