import { chmodSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Names, ProviderVersion } from './names';
import { hostPlatform } from './platforms';

/** Hosts under which a mirror offers the provider: the default of Terraform, then that of OpenTofu. */
export const HOSTS = ['registry.terraform.io', 'registry.opentofu.org'] as const;

/** Path of a platform's package in an unpacked filesystem mirror; by default for this platform. Makes no folder. */
export function packageFolder(
  mirror: string,
  host: string,
  { source, version }: Pick<ProviderVersion, 'source' | 'version'>,
  { name } = hostPlatform(),
): string {
  return join(mirror, host, source, version, name);
}

/** The text of settings (`TF_CLI_CONFIG_FILE`) for hosts: this provider comes from `mirror`, an absolute path, others from where they always do. */
export function cliSettings(mirror: string, { source }: Pick<Names, 'source'>): string {
  const ours = JSON.stringify(HOSTS.map((host) => `${host}/${source}`));
  return `provider_installation {
  filesystem_mirror {
    path    = ${JSON.stringify(mirror)}
    include = ${ours}
  }
  direct {
    exclude = ${ours}
  }
}
`;
}

/**
 * Adds the files of a package for this platform to a filesystem mirror, by hard links under every host, each once it is complete. They become
 * executable, where they are, too. Other versions of the provider are removed; other files of this one stay.
 */
export function layMirror(mirror: string, of: ProviderVersion, files: readonly string[]): void {
  for (const host of HOSTS) {
    const folder = packageFolder(mirror, host, of);
    mkdirSync(folder, { recursive: true });
    for (const file of files) publish(file, join(folder, basename(file)));
    removeOtherVersions(dirname(dirname(folder)), of.version);
  }
}

/** Creates a hard link at the target, replacing any existing file. */
function publish(file: string, target: string): void {
  const temporary = `${file}.${process.pid}.link`;
  rmSync(temporary, { force: true });
  linkSync(file, temporary);
  chmodSync(temporary, 0o755);
  renameSync(temporary, target);
  // Renaming a link onto another link of the same file keeps both.
  rmSync(temporary, { force: true });
}

function removeOtherVersions(folder: string, version: string): void {
  for (const other of readdirSync(folder)) {
    if (other !== version) rmSync(join(folder, other), { recursive: true });
  }
}
