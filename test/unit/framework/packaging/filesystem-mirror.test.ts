import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { cliSettings, layMirror, packageFolder } from '../../../../framework/packaging/filesystem-mirror';
import { hostPlatform } from '../../../../framework/packaging/platforms';
import { temporaryFolder } from '../../support/temporary-folder';

const NAMES = { typeName: 'cloud', source: 'example/demo', version: '1.2.3' };
const REGISTRIES = ['registry.terraform.io', 'registry.opentofu.org'];

it('the settings take this provider from the mirror only, and all others from where they are', () => {
  const ours = '["registry.terraform.io/example/demo","registry.opentofu.org/example/demo"]';

  expect(cliSettings('/a "mirror"', NAMES)).toBe(`provider_installation {
  filesystem_mirror {
    path    = "/a \\"mirror\\""
    include = ${ours}
  }
  direct {
    exclude = ${ours}
  }
}
`);
});

it('a package is laid under both hosts, executable, in the place of what was there, and of other versions only', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'program');
  await writeFile(file, 'new', { mode: 0o600 });
  const mirror = join(folder, 'mirror');
  for (const host of REGISTRIES) {
    const own = packageFolder(mirror, host, NAMES);
    for (const place of [own, packageFolder(mirror, host, { ...NAMES, version: '1.2.2' })]) {
      await mkdir(place, { recursive: true });
      await writeFile(join(place, 'program'), 'old');
    }
    await writeFile(join(own, 'other'), '');
    // A link that an earlier process of the same id did not rename.
    await writeFile(`${file}.${process.pid}.link`, 'left');
  }

  layMirror(mirror, NAMES, [file]);
  layMirror(mirror, NAMES, [file]);

  expect(await readdir(folder)).toEqual(['mirror', 'program']);
  for (const host of REGISTRIES) {
    const own = packageFolder(mirror, host, NAMES);
    expect(await readdir(dirname(dirname(own)))).toEqual(['1.2.3']);
    expect(await readdir(dirname(own))).toEqual([hostPlatform().name]);
    expect((await readdir(own)).sort()).toEqual(['other', 'program']);
    expect(await readFile(join(own, 'program'), 'utf8')).toBe('new');
    expect((await stat(join(own, 'program'))).ino).toBe((await stat(file)).ino);
  }
  if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o755);
});
