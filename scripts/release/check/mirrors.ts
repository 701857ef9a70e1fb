import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { HOSTS, packageFolder } from '../../../framework/packaging/filesystem-mirror';
import { packageHash, sha256 } from '../../../framework/packaging/hashes';
import { MIRRORS, type MirrorEntry, packedFolder } from '../../../framework/packaging/mirrors';
import { PLATFORMS, type Platform } from '../../../framework/packaging/platforms';
import { NAMES } from '../../../projenrc/names';
import { filesIn } from '../../support/folders';
import { archiveName } from '../names';
import { type Check, exists, type Folder, inFolder, oncePerFile } from './folder';
import { hashesOf, programsOf } from './open-archive';

/** Checks that the mirrors offer exactly the archives of the release, with the right hashes. */
export const checkMirrors: Check = async (folder) => {
  const hashes = new Map<string, readonly string[]>();
  for (const platform of PLATFORMS) {
    const file = inFolder(folder, archiveName(folder.version, platform));
    if (await exists(file)) hashes.set(platform.name, await hashesOf(file));
  }
  const perHost = HOSTS.map(async (host) => [
    ...(await faultsOfPacked(folder, host, hashes)),
    ...(await faultsOfUnpacked(folder, host, hashes)),
  ]);
  return [...(await Promise.all(perHost)).flat(), ...(await faultsOfOci(folder, hashes))];
};

type Hashes = ReadonlyMap<string, readonly string[]>;

async function faultsOfPacked(folder: Folder, host: string, hashes: Hashes): Promise<readonly string[]> {
  const place = packedFolder({ ...NAMES, folder: folder.path }, host);
  const json = async (name: string) => JSON.parse(await readFile(join(place, name), 'utf8')) as unknown;
  const { versions } = (await json('index.json')) as { readonly versions: object };
  const { archives } = (await json(`${folder.version}.json`)) as {
    readonly archives: Readonly<Record<string, MirrorEntry>>;
  };
  const faults = Object.keys(versions).join() === folder.version ? [] : [`the mirror of ${host} offers other versions`];
  for (const { name } of PLATFORMS) {
    const [said, right] = [archives[name]?.hashes.join(' '), hashes.get(name)?.join(' ')];
    if (right !== undefined && said !== right) faults.push(`the mirror of ${host} has a wrong hash for ${name}`);
    const archive = join(place, archives[name]?.url ?? 'nothing');
    if (!(await exists(archive))) faults.push(`the mirror of ${host} has no archive for ${name}`);
    else if (right !== undefined && (await hashesOf(archive)).join(' ') !== right) {
      faults.push(`the mirror of ${host} has another archive for ${name}`);
    }
  }
  return faults;
}

async function faultsOfUnpacked(folder: Folder, host: string, hashes: Hashes): Promise<readonly string[]> {
  const faults = PLATFORMS.map(async (platform: Platform) => {
    const place = packageFolder(
      inFolder(folder, MIRRORS, 'unpacked'),
      host,
      { ...NAMES, version: folder.version },
      platform,
    );
    const [right] = hashes.get(platform.name) ?? [];
    if (right === undefined) return [];
    const files = await filesIn(place).catch(() => []);
    const sums = files.map(async (file) => ({
      name: file.slice(place.length + 1),
      sum: await oncePerFile('content', file, async () => sha256(await readFile(file))),
    }));
    const differs =
      packageHash(await Promise.all(sums)) === right
        ? []
        : [`the unpacked mirror of ${host} differs from the archive for ${platform.name}`];
    const programs = await programsOf(inFolder(folder, archiveName(folder.version, platform)));
    // Terraform starts the program where it lies in this mirror. A file that is missing differs already.
    const modes = programs.map(async (name) => {
      const { mode } = await stat(join(place, name)).catch(() => ({ mode: 0o755 }));
      const said = (mode & 0o777).toString(8);
      if (said === '755') return [];
      return [`the unpacked mirror of ${host} has ${name} for ${platform.name} with mode ${said}, not 755`];
    });
    return [...differs, ...(await Promise.all(modes)).flat()];
  });
  return (await Promise.all(faults)).flat();
}

/** Checks that every blob matches its name, and that the index of the version leads to the archive of every platform. */
async function faultsOfOci(folder: Folder, hashes: Hashes): Promise<readonly string[]> {
  const blobs = inFolder(folder, MIRRORS, 'oci/blobs/sha256');
  const faults: string[] = [];
  for (const name of await readdir(blobs)) {
    const file = join(blobs, name);
    if ((await oncePerFile('content', file, async () => sha256(await readFile(file)))) !== name) {
      faults.push(`the OCI layout has a blob that is not ${name}`);
    }
  }
  interface Index {
    readonly manifests: readonly { digest: string; platform?: { os: string; architecture: string } }[];
    readonly layers: readonly { digest: string }[];
  }
  const read = async (file: string) => JSON.parse(await readFile(file, 'utf8')) as Index;
  const blob = (digest = '') => read(join(blobs, digest.replace('sha256:', '')));
  const { manifests: versions } = await read(inFolder(folder, MIRRORS, 'oci/index.json'));
  const { manifests } = await blob(versions[0]?.digest);
  for (const [name, [, archive]] of hashes) {
    const found = manifests.find(({ platform }) => `${platform?.os}_${platform?.architecture}` === name);
    const [layer] = found ? (await blob(found.digest)).layers : [];
    if (layer?.digest !== archive?.replace('zh:', 'sha256:'))
      faults.push(`the OCI layout has another archive for ${name}`);
  }
  return faults;
}
