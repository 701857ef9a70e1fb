import { cp, link, mkdir, readdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readMachO } from '../../framework/packaging/macho';
import { tar, untar } from '../../framework/packaging/tar';
import { type Entry, unzip, zip } from '../../framework/packaging/zip';
import { version } from '../../package.json';
import { checkRelease } from '../../scripts/release/check/check';
import { bin, inRoot } from '../../scripts/support/paths';
import { run } from '../../scripts/support/run';
import { temporaryFolder } from '../unit/support/temporary-folder';
import { RELEASE } from './support/build-release';

/** `npm run release:check`: reports nothing about a good release, and names each fault planted in one. */

const asset = (rest: string) => `terraform-provider-coffer_${version}_${rest}`;

test('a release is complete and right', async () => {
  expect(await checkRelease(RELEASE)).toEqual([]);
});

test('the command names faults and ends with 1', async () => {
  const folder = temporaryFolder(inRoot('dist', 'faults-'));

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

const LAUNCHER = `mirrors/unpacked/registry.terraform.io/coffer/coffer/${version}/linux_amd64/terraform-provider-coffer_v${version}`;

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
    fault: 'a licence text that is missing',
    plant: (release) =>
      release.repack(asset('windows_amd64.zip'), (files) =>
        files.map((file) => (/NOTICES/.test(file.name) ? withoutSection(file, 'lsquic') : file)),
      ),
    named: `${asset('windows_amd64.zip')}: the notices have no text of MIT for lsquic`,
  },
  {
    fault: 'a C library of 2023',
    plant: (release) =>
      release.repack(asset('linux_arm64.zip'), (files) =>
        files.map((file) => (file.name === 'lib/libc.so.6' ? replaced(file, '+deb12u14) ', '+deb12u1)  ') : file)),
      ),
    named: `${asset('linux_arm64.zip')}: the C library is 2.36-9+deb12u1, not 2.36-9+deb12u14`,
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
    fault: 'a program that lost its run bit on the way',
    // What is written anew has mode 644.
    plant: (release) => release.change(LAUNCHER, (data) => data),
    named: `registry.terraform.io has terraform-provider-coffer_v${version} for linux_amd64 with mode 644, not 755`,
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
    const folder = temporaryFolder(inRoot('dist', 'faults-'));
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

const replaced = (file: Entry, before: string, after: string): Entry => ({
  ...file,
  data: Buffer.from(file.data.toString('latin1').replace(before, after), 'latin1'),
});

/** Notices with only the first line of the section about a component. */
function withoutSection(file: Entry, name: string): Entry {
  const text = file.data.toString().replace(new RegExp(`^(${name} .*)\\n[\\s\\S]*?(?=^-{80}$)`, 'm'), '$1\n\n');
  return { ...file, data: Buffer.from(text) };
}

function changed(file: Entry): Entry {
  const data = Buffer.from(file.data);
  data.writeUInt8(~data.readUInt8(1000 * 4096) & 0xff, 1000 * 4096);
  return { ...file, data };
}
