import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/** Source address of the provider with its host, so that OpenTofu and Terraform find it in the same mirror. */
export const SOURCE = 'registry.terraform.io/coffer/coffer';

/** A provider in a filesystem mirror. */
export interface Installation {
  readonly executable: string;
  /** Folder of the mirror, as in a `filesystem_mirror` block. */
  readonly mirror: string;
  readonly version: string;
}

export function executableIn(mirror: string, version: string, platform: string): string {
  return join(mirror, SOURCE, version, platform, `terraform-provider-coffer_v${version}`);
}

/** The installation of an executable in a mirror. Throws an Error if the path does not belong to a mirror. */
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
