import { link, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { HOSTS, packageFolder } from './filesystem-mirror';
import { archiveHash, packageHash } from './hashes';
import type { ProviderVersion } from './names';
import type { Platform } from './platforms';
import type { Entry } from './zip';

/** A release under construction: what registries and mirrors offer of one version. */
export interface Layout extends ProviderVersion {
  /** The single modification time of everything in its archives, in milliseconds since 1970. */
  readonly modifiedMs: number;
  /** Folder in which it is assembled; exists already. */
  readonly folder: string;
}

/** The provider for one platform: the files of its package, and the zip archive of them. */
export interface ProviderPackage {
  readonly platform: Platform;
  readonly files: readonly Entry[];
  readonly archiveName: string;
  readonly archive: Buffer;
}

/** Name of the folder of the mirrors in a release. */
export const MIRRORS = 'mirrors';

/**
 * Adds the package of a platform to the mirrors of a release: `unpacked`, and `packed`, which is also the content of a network mirror with the files
 * of {@link writeMirrorIndex}. Equal files are hard links, also the archive, which has to be in the folder of the release already.
 */
export async function addToMirrors(layout: Layout, made: ProviderPackage): Promise<void> {
  const { folder } = layout;
  const folders = HOSTS.map((host) => packageFolder(join(folder, MIRRORS, 'unpacked'), host, layout, made.platform));
  for (const { name, data, executable } of made.files) {
    const [file, ...others] = folders.map((one) => join(one, name)) as [string, ...string[]];
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, data, { mode: executable ? 0o755 : 0o644 });
    for (const other of others) await linkFile(file, other);
  }
  for (const host of HOSTS) {
    await linkFile(join(folder, made.archiveName), join(packedFolder(layout, host), made.archiveName));
  }
}

/** Path of a host's archives in `packed`. Makes no folder. */
export const packedFolder = ({ folder, source }: Pick<Layout, 'folder' | 'source'>, host: string) =>
  join(folder, MIRRORS, 'packed', host, source);

export interface MirrorEntry {
  /** Relative to the index: the name of the archive. */
  readonly url: string;
  /** The `h1:` and the `zh:` of the package. */
  readonly hashes: readonly string[];
}

export const mirrorEntry = ({ archiveName, archive, files }: ProviderPackage): MirrorEntry => ({
  url: archiveName,
  hashes: [packageHash(files), archiveHash(archive)],
});

/** Writes the two JSON files of the network mirror protocol, for each host, once all packages are added. `archives` is by platform, `linux_amd64`. */
export async function writeMirrorIndex(layout: Layout, archives: Readonly<Record<string, MirrorEntry>>): Promise<void> {
  for (const host of HOSTS) {
    const write = (name: string, value: unknown) =>
      writeFile(join(packedFolder(layout, host), name), `${JSON.stringify(value, null, 2)}\n`);
    await write('index.json', { versions: { [layout.version]: {} } });
    await write(`${layout.version}.json`, { archives });
  }
}

async function linkFile(file: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  await rm(target, { force: true });
  await link(file, target);
}
