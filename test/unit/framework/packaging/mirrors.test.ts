import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { archiveHash, packageHash, sha256 } from '../../../../framework/packaging/hashes';
import { addToMirrors, type Layout, mirrorEntry, writeMirrorIndex } from '../../../../framework/packaging/mirrors';
import { PLATFORMS, type Platform } from '../../../../framework/packaging/platforms';
import { writeRegistryFiles } from '../../../../framework/packaging/registry-files';
import { temporaryFolder } from '../../support/temporary-folder';

const [FIRST, SECOND] = PLATFORMS as readonly [Platform, Platform];
const NAMES = { typeName: 'cloud', source: 'example/demo', version: '1.2.3' };
const FILES = [
  { name: 'program', data: Buffer.from('p'), executable: true },
  { name: 'lib/text', data: Buffer.from('t') },
];
const REGISTRIES = ['registry.terraform.io', 'registry.opentofu.org'];

/** A release with the packages of two platforms. */
async function release(): Promise<Layout> {
  const layout = { ...NAMES, modifiedMs: 0, folder: temporaryFolder() };
  for (const platform of [FIRST, SECOND]) {
    const made = { platform, files: FILES, archiveName: `${platform.name}.zip`, archive: Buffer.from(platform.name) };
    await writeFile(join(layout.folder, made.archiveName), made.archive);
    await addToMirrors(layout, made);
  }
  return layout;
}

it('both mirrors offer each package under the hosts of Terraform and OpenTofu, by links to one file', async () => {
  const { folder } = await release();

  for (const host of REGISTRIES) {
    const unpacked = join(folder, 'mirrors/unpacked', host, 'example/demo/1.2.3');
    expect((await readdir(unpacked)).sort()).toEqual([FIRST.name, SECOND.name]);
    expect(await readFile(join(unpacked, SECOND.name, 'lib/text'), 'utf8')).toBe('t');
    const mode = async (file: string) => (await stat(join(unpacked, FIRST.name, file))).mode & 0o100;
    if (process.platform !== 'win32') expect([await mode('program'), await mode('lib/text')]).toEqual([0o100, 0]);
  }
  const packed = (host: string) => stat(join(folder, 'mirrors/packed', host, 'example/demo', `${FIRST.name}.zip`));
  const [one, other] = [await packed('registry.terraform.io'), await packed('registry.opentofu.org')];
  expect([one.ino, one.nlink]).toEqual([other.ino, 3]);
});

it('a package may be added again', async () => {
  const layout = await release();
  const made = { platform: FIRST, files: FILES.slice(0, 1), archiveName: `${FIRST.name}.zip`, archive: Buffer.of() };

  await addToMirrors(layout, made);

  const unpacked = join(layout.folder, 'mirrors/unpacked/registry.opentofu.org/example/demo/1.2.3', FIRST.name);
  expect((await readdir(unpacked)).sort()).toEqual(['lib', 'program']);
});

it('the index of a network mirror has the version, and the archive of each platform with its hashes', async () => {
  const layout = await release();
  const entry = mirrorEntry({ platform: FIRST, files: FILES, archiveName: 'a.zip', archive: Buffer.from('a') });
  await writeMirrorIndex(layout, { [FIRST.name]: entry });

  expect(entry).toEqual({ url: 'a.zip', hashes: [packageHash(FILES), archiveHash(Buffer.from('a'))] });
  for (const host of REGISTRIES) {
    const file = (name: string) => readFile(join(layout.folder, 'mirrors/packed', host, 'example/demo', name), 'utf8');
    expect(await file('index.json')).toBe('{\n  "versions": {\n    "1.2.3": {}\n  }\n}\n');
    expect(await file('1.2.3.json')).toBe(`${JSON.stringify({ archives: { [FIRST.name]: entry } }, null, 2)}\n`);
  }
});

it('the checksums are those of the archives, each once, and of the manifest, which says protocol 6', async () => {
  const folder = temporaryFolder();
  const prefix = 'terraform-provider-demo_1.2.3_';
  for (const { name } of [FIRST, SECOND]) await writeFile(join(folder, `${prefix}${name}.zip`), name);

  await writeRegistryFiles({ ...NAMES, modifiedMs: 0, folder }, [SECOND, FIRST, SECOND]);

  const manifest = '{\n  "version": 1,\n  "metadata": {\n    "protocol_versions": [\n      "6.0"\n    ]\n  }\n}\n';
  expect(await readFile(join(folder, `${prefix}manifest.json`), 'utf8')).toBe(manifest);
  expect(await readFile(join(folder, `${prefix}SHA256SUMS`), 'utf8')).toBe(
    `${sha256(FIRST.name)}  ${prefix}${FIRST.name}.zip\n` +
      `${sha256(SECOND.name)}  ${prefix}${SECOND.name}.zip\n` +
      `${sha256(manifest)}  ${prefix}manifest.json\n`,
  );
});
