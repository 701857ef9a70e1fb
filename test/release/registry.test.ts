import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { VERSION } from '../../projenrc/names';
import { run } from '../../scripts/support/run';
import type { TerraformCli } from '../../scripts/support/terraform';
import { RELEASE } from '../support/build-release';
import { commandLines } from '../support/command-lines';
import { Registry, type RegistryOptions } from './support/registry';

/** A registry verifies what it takes; Terraform verifies again what it gets. */

const clis = await commandLines();
const sums = `terraform-provider-coffer_${VERSION}_SHA256SUMS`;

/** `terraform init` with a source address at the host of a registry on this machine. */
async function init(cli: TerraformCli, options: RegistryOptions = {}) {
  await using registry = await Registry.start(RELEASE, options);
  const folder = await mkdtemp(join(tmpdir(), 'coffer-init-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const source = `source = "${registry.host}/coffer/coffer"`;
  await writeFile(join(folder, 'main.tf'), `terraform {\n  required_providers {\n    coffer = { ${source} }\n  }\n}\n`);
  const env = { ...registry.env, HOME: folder, TF_CLI_CONFIG_FILE: undefined, CHECKPOINT_DISABLE: '1' };
  const result = await run(cli.path, ['init', '-input=false', '-no-color'], { cwd: folder, env });
  const files = await readdir(folder, { recursive: true });
  const lock = files.includes('.terraform.lock.hcl') ? await readFile(join(folder, '.terraform.lock.hcl'), 'utf8') : '';
  return { ...result, lock };
}

test.each(clis)('$product $version installs from a registry whose signature it verifies', async (cli) => {
  const { code, output, lock } = await init(cli);

  expect(code, output).toBe(0);
  expect(output).toMatch(/Installed localhost:\d+\/coffer\/coffer v[\d.]+ \(self-signed, key ID [0-9A-F]+\)/);
  // Of six archives and of the manifest.
  expect(lock.match(/"zh:/g)).toHaveLength(7);
});

test('checksums that the key has not signed are refused', async () => {
  const text = await readFile(join(RELEASE, sums), 'utf8');
  const [cli] = clis as [TerraformCli];

  const { code, output } = await init(cli, { replaced: { [sums]: Buffer.from(`${text}\n`) } });

  expect([code, output]).toEqual([1, expect.stringContaining('signature')]);
});

test('an archive that is not the one in the checksums is refused', async () => {
  const name = `terraform-provider-coffer_${VERSION}_linux_amd64.zip`;
  const [cli] = clis as [TerraformCli];

  const { code, output } = await init(cli, { replaced: { [name]: Buffer.from('another') } });

  expect([code, output]).toEqual([1, expect.stringContaining('checksum')]);
});
