import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { temporaryFolder } from '../support/folders';
import { must, run } from '../support/run';

/** An external file used in a release, pinned by its content. */
export interface Download {
  /** Name in the cache. */
  readonly name: string;
  /** Integrity as in a lock file: the algorithm, a dash, the hash in base64. */
  readonly integrity: string;
  /** Downloads it into a folder, under any name. */
  readonly fetch: (folder: string) => Promise<void>;
}

/** Folder of the downloads: `COFFER_DOWNLOADS`, else in this account's cache folder. */
const downloadFolder = (): string =>
  resolve(
    process.env.COFFER_DOWNLOADS || join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'coffer/downloads'),
  );

/** The content of a download, which is fetched only once. Throws if it does not match the integrity. */
export async function download({ name, integrity, fetch }: Download): Promise<Buffer> {
  const kept = join(downloadFolder(), name);
  const known = await readFile(kept).catch(() => undefined);
  if (known && integrityOf(known, integrity) === integrity) return known;

  await mkdir(downloadFolder(), { recursive: true });
  await using work = await temporaryFolder(join(downloadFolder(), '.fetch-'));
  await fetch(work.path);
  const [file = ''] = await readdir(work.path);
  const data = await readFile(join(work.path, file));
  const found = integrityOf(data, integrity);
  if (found !== integrity) throw new Error(`${name} is not the file that it has to be: ${found}, not ${integrity}.`);
  await rename(join(work.path, file), kept);
  return data;
}

function integrityOf(data: Uint8Array, like: string): string {
  const algorithm = like.slice(0, like.indexOf('-'));
  return `${algorithm}-${createHash(algorithm).update(data).digest('base64')}`;
}

/** The archive of an npm package, from npm's configured registry. */
export const npmPackage = (name: string, version: string, integrity: string): Promise<Buffer> =>
  download({
    name: `${name.replace('/', '-').replace('@', '')}-${version}.tgz`,
    integrity,
    fetch: async (folder) => {
      await must('npm', ['pack', '--silent', `${name}@${version}`, '--pack-destination', folder], { cwd: folder });
    },
  });

/** Environment variable with the address of an archive that keeps every file of Debian and serves each under its SHA-1. */
export const DEBIAN_ARCHIVE = 'COFFER_DEBIAN_ARCHIVE';

export interface DebianPackage {
  readonly name: string;
  readonly version: string;
  readonly arch: string;
}

/** File name of a Debian package, in Debian's pool as in the cache. */
export const debianFile = ({ name, version, arch }: DebianPackage): string => `${name}_${version}_${arch}.deb`;

/** A Debian package from apt's sources; on another system, or if Debian has a newer version, from the archive in `COFFER_DEBIAN_ARCHIVE`. */
export const debianPackage = (wanted: DebianPackage, integrity: string, sha1: string): Promise<Buffer> =>
  download({
    name: debianFile(wanted),
    integrity,
    fetch: async (folder) => {
      if (await fetchByApt(wanted, folder)) return;
      const archive = process.env[DEBIAN_ARCHIVE];
      if (!archive) {
        throw new Error(
          `apt does not have ${debianFile(wanted)}. Set ${DEBIAN_ARCHIVE} to the address of an archive of Debian's files by SHA-1, or put ` +
            `the package into ${downloadFolder()}: the relink archive of a release that used it has it.`,
        );
      }
      const response = await fetch(`${archive.replace(/\/$/, '')}/${sha1}`);
      if (!response.ok)
        throw new Error(`Neither apt nor ${response.url} has ${debianFile(wanted)}: ${response.status}.`);
      await writeFile(join(folder, debianFile(wanted)), Buffer.from(await response.arrayBuffer()));
    },
  });

/** Returns whether apt had it. The package lists are apart from those of the machine, which has them for its own architecture only, if at all. */
async function fetchByApt({ name, version, arch }: DebianPackage, folder: string): Promise<boolean> {
  await using lists = await temporaryFolder(join(downloadFolder(), '.lists-'));
  const options = [
    ...['quiet', `option=Dir::State::lists=${lists.path}`, 'option=Dir::State::status=/dev/null'],
    ...['option=APT::Sandbox::User=', `option=APT::Architecture=${arch}`, `option=APT::Architectures::=${arch}`],
  ].map((option) => `--${option}`);
  const apt = async (...args: readonly string[]) =>
    (await run('apt-get', [...options, ...args], { cwd: folder }).catch(() => undefined))?.code === 0;
  return (await apt('update')) && (await apt('download', `${name}:${arch}=${version}`));
}
