import { cp, link, mkdir, mkdtemp, readdir, readFile, rm, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { version } from '../../package.json';
import { checkRelease } from '../../scripts/release/check/check';
import { readMachO } from '../../scripts/release/macho/read';
import { tar, untar } from '../../scripts/release/tar';
import { type Entry, unzip, zip } from '../../scripts/release/zip';
import { bin, inRoot } from '../../scripts/support/paths';
import { run } from '../../scripts/support/run';
import { RELEASE } from '../support/build-release';

/** `npm run release:check`: reports nothing about a good release, and names each fault planted in one. */

const asset = (rest: string) => `terraform-provider-coffer_${version}_${rest}`;

test('a release is complete and right', async () => {
  expect(await checkRelease(RELEASE)).toEqual([]);
});

test('the command names faults and ends with 1', async () => {
  const folder = await mkdtemp(inRoot('dist', 'faults-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));

  const { code, output } = await run(bin('tsx'), [inRoot('scripts/release-check.ts'), folder]);

  expect(code).toBe(1);
  expect(output).toContain('is no release');
});

interface Fault {
  readonly fault: string;
  readonly plant: (release: Copy) => Promise<void>;
  /** Text that has to be among the reported faults. */
  readonly named: string;
}

const FAULTS: readonly Fault[] = [
  {
    fault: 'a wrong byte',
    plant: (release) =>
      release.change(asset('windows_arm64.zip'), (data) =>
        data.writeUInt8(~data.readUInt8(1_000_000) & 0xff, 1_000_000),
      ),
    named: `${asset('windows_arm64.zip')} is not what ${asset('SHA256SUMS')} says`,
  },
  {
    fault: 'no manifest',
    plant: (release) => release.remove(asset('manifest.json')),
    named: `${asset('manifest.json')} is missing`,
  },
  {
    fault: 'a program for macOS without a signature',
    plant: (release) => release.repack(asset('darwin_amd64.zip'), (files) => files.map(unsigned)),
    named: `terraform-provider-coffer_v${version} cannot run on macOS: it is not signed`,
  },
  {
    fault: 'a program for macOS that was changed after it was signed',
    plant: (release) =>
      release.repack(asset('darwin_arm64.zip'), (files) =>
        files.map((file) => (file.executable ? changed(file) : file)),
      ),
    named: 'cannot run on macOS: the signature does not fit page 1000',
  },
  {
    fault: 'another version of one package',
    plant: (release) => release.write('go/cdktf-coffer-go/coffer/version', '9.9.9\n'),
    named: `go/cdktf-coffer-go/coffer/version says 9.9.9, not ${version}`,
  },
  {
    fault: 'no third-party notices',
    plant: (release) =>
      release.repack(asset('windows_amd64.zip'), (files) => files.filter(({ name }) => !/NOTICES/.test(name))),
    named: `${asset('windows_amd64.zip')}: it has no THIRD-PARTY-NOTICES.txt`,
  },
  {
    fault: 'programs for another architecture',
    plant: (release) => release.replace(asset('linux_arm64.zip'), asset('linux_amd64.zip')),
    named: `${asset('linux_arm64.zip')}: lib/terraform-provider-coffer is made for linux on amd64, not for linux on arm64`,
  },
  {
    fault: 'a path of the machine',
    plant: (release) =>
      release.change(`npm/coffer-emulator-${version}.tgz`, (data) => {
        const file = {
          name: 'package/path.js',
          data: Buffer.from('require("/home/alice/coffer/node_modules/zod/x.js")'),
        };
        return gzipSync(tar([...untar(gunzipSync(data)), file], 0));
      }),
    named: `npm/coffer-emulator-${version}.tgz/package/path.js holds a path of the machine that built it: /home/alice/coffer/node_modules/zod/x.js`,
  },
  {
    fault: 'a wrong signature',
    plant: (release) =>
      release.change(asset('SHA256SUMS.sig'), (data) => data.writeUInt8(~data.readUInt8(300) & 0xff, 300)),
    named: `the signature of ${asset('SHA256SUMS')} does not fit`,
  },
  {
    fault: 'no bill of materials',
    plant: (release) => release.remove(`sbom/${asset('linux_amd64.zip')}.cdx.json`),
    named: `sbom/${asset('linux_amd64.zip')}.cdx.json is missing`,
  },
  {
    fault: 'a wrong hash in a mirror',
    plant: (release) =>
      release.change(`mirrors/packed/registry.terraform.io/coffer/coffer/${version}.json`, (data) =>
        Buffer.from(data.toString().replace(/h1:./, 'h1:_')),
      ),
    named: 'the mirror of registry.terraform.io has a wrong hash for darwin_amd64',
  },
];

test.each(FAULTS)('it names $fault', async ({ plant, named }) => {
  const release = await Copy.of(RELEASE);

  await plant(release);

  expect(await checkRelease(release.folder)).toContainEqual(expect.stringContaining(named));
});

/** A copy of a release by hard links; changed files are written anew. */
class Copy {
  private constructor(readonly folder: string) {}

  static async of(release: string): Promise<Copy> {
    const folder = await mkdtemp(inRoot('dist', 'faults-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    for (const entry of await readdir(release, { recursive: true, withFileTypes: true })) {
      const target = join(folder, entry.parentPath.slice(release.length), entry.name);
      await mkdir(dirname(target), { recursive: true });
      if (entry.isFile()) await link(join(entry.parentPath, entry.name), target);
    }
    return new Copy(folder);
  }

  remove(name: string): Promise<void> {
    return unlink(join(this.folder, name));
  }

  async write(name: string, data: string | Buffer): Promise<void> {
    await this.remove(name);
    await writeFile(join(this.folder, name), data);
  }

  async replace(name: string, by: string): Promise<void> {
    await this.remove(name);
    await cp(join(this.folder, by), join(this.folder, name));
  }

  async change(name: string, act: (data: Buffer) => Buffer | number): Promise<void> {
    const data = await readFile(join(this.folder, name));
    const other = act(data);
    await this.write(name, typeof other === 'number' ? data : other);
  }

  async repack(name: string, act: (files: readonly Entry[]) => readonly Entry[]): Promise<void> {
    await this.write(name, await zip(act(unzip(await readFile(join(this.folder, name)))), 0, 1));
  }
}

/** A program without the load command of its signature: an unknown command replaces it. */
function unsigned(file: Entry): Entry {
  if (!file.executable) return file;
  const data = Buffer.from(file.data);
  data.writeUInt32LE(0x7f, readMachO(data).signature?.command ?? 0);
  return { ...file, data };
}

function changed(file: Entry): Entry {
  const data = Buffer.from(file.data);
  data.writeUInt8(~data.readUInt8(1000 * 4096) & 0xff, 1000 * 4096);
  return { ...file, data };
}
