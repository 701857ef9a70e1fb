import { readdirSync } from 'node:fs';
import { inRoot } from '../support/paths';
import { compareVersions } from '../support/terraform';
import { type Files, readArchive } from './archive';

/** Folder of the archives from each release that later ones are compared with (releases/README.md). */
export const RELEASES = inRoot('releases');

/** Folder of the archives with data of the emulator of each release, which later ones open. */
export const EMULATOR_RELEASES = inRoot('test/fixtures/emulator');

/** File with the names in Terraform that a release gave the programs of the corpus. */
export const ADDRESSES = 'addresses.json';

export const keptArchive = (version: string, folder = RELEASES): string => `${folder}/${version}.tar.gz`;

const read = new Map<string, Files>();

/** A kept file of a release. Throws without one of that name. */
export function keptFile(version: string, name: string): Buffer {
  const files = read.get(version) ?? readArchive(keptArchive(version));
  read.set(version, files);
  const file = files.get(name);
  if (!file) throw new Error(`releases/${version}.tar.gz has no ${name}.`);
  return file;
}

/** Kept versions, oldest first. */
export const keptVersions = (folder = RELEASES): string[] =>
  readdirSync(folder)
    .flatMap((name) => /^(.+)\.tar\.gz$/.exec(name)?.[1] ?? [])
    .sort(compareVersions);
