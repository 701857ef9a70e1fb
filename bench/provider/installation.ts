import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/** Address of the provider, by its host in full: with OpenTofu as with Terraform it is found in the same mirror. */
export const SOURCE = 'registry.terraform.io/coffer/coffer';

/** A provider in a filesystem mirror. */
export interface Installation {
  readonly executable: string;
  /** Folder of the mirror, as a `filesystem_mirror` block names it. */
  readonly mirror: string;
  readonly version: string;
}

/** Where the executable stands in a mirror. */
export function executableIn(mirror: string, version: string, platform: string): string {
  return join(mirror, SOURCE, version, platform, `terraform-provider-coffer_v${version}`);
}

/** The installation that an executable in a mirror belongs to. Throws an Error for a path that is not one of a mirror. */
export function installationOf(executable: string): Installation {
  const platformFolder = dirname(resolve(executable));
  const version = basename(dirname(platformFolder));
  const mirror = resolve(platformFolder, ...Array(2 + SOURCE.split('/').length).fill('..'));
  if (executableIn(mirror, version, basename(platformFolder)) !== resolve(executable)) {
    throw new Error(`${executable} is not laid out as a filesystem mirror of ${SOURCE}.`);
  }
  return { executable: resolve(executable), mirror, version };
}

/** Size of everything that Terraform installs and, on every command, hashes. */
export async function sizeBytes({ executable }: Installation): Promise<number> {
  const folder = dirname(executable);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(file.parentPath, file.name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
