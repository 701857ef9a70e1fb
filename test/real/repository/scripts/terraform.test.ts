import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findTerraform, identifyTerraform, parseVersion } from '../../../../scripts/support/terraform';
import { temporaryFolder } from '../../../unit/support/temporary-folder';

const TERRAFORM =
  '{\n  "terraform_version": "1.15.5",\n  "platform": "linux_amd64",\n  "provider_selections": {},\n  "terraform_outdated": false\n}\n';
const OPENTOFU = '{\n  "terraform_version": "1.12.6",\n  "platform": "linux_amd64",\n  "provider_selections": {}\n}\n';
const WARNING = 'Warning: Unable to open CLI configuration file\n\nThe file at "/nowhere" does not exist.\n\n';

describe('the output of version -json', () => {
  it.each([
    ['of Terraform', TERRAFORM, { product: 'Terraform', version: '1.15.5' }],
    ['of OpenTofu', OPENTOFU, { product: 'OpenTofu', version: '1.12.6' }],
    ['that begins with a warning', WARNING + OPENTOFU, { product: 'OpenTofu', version: '1.12.6' }],
    ['of a pre-release', TERRAFORM.replace('1.15.5', '1.16.0-beta1'), { product: 'Terraform', version: '1.16.0' }],
    ['that is no JSON', 'Terraform v1.11.4\n', undefined],
    ['without a version', '{}', undefined],
  ])('%s', (_case, stdout, expected) => {
    expect(parseVersion(stdout)).toEqual(expected);
  });
});

describe('a program that COFFER_TERRAFORM names', () => {
  it('is found though its output begins with a warning', async () => {
    const path = await program(`cat <<'END'\n${WARNING}${OPENTOFU}END\n`);

    expect(await findTerraform({ COFFER_TERRAFORM: path })).toEqual({ path, product: 'OpenTofu', version: '1.12.6' });
  });

  it('is refused when it is too old', async () => {
    const path = await program(`echo '${OPENTOFU.replace('1.12.6', '1.10.9')}'`);

    await expect(findTerraform({ COFFER_TERRAFORM: path })).rejects.toThrow(
      `${path} is OpenTofu 1.10.9; version 1.11.0 or newer is needed.`,
    );
  });

  it('is refused when it is something else, with what it printed', async () => {
    const path = await program('echo hello');

    await expect(identifyTerraform(path)).rejects.toThrow(
      `${path} cannot be used: "version -json" printed "hello\\n". Version 1.11.0 or newer is needed.`,
    );
  });
});

async function program(body: string): Promise<string> {
  const folder = temporaryFolder();
  const path = join(folder, 'terraform');
  await writeFile(path, `#!/bin/sh\n${body}\n`);
  await chmod(path, 0o755);
  return path;
}
