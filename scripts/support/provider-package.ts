import { chmodSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { hostPlatform } from './platforms';

/** Hosts under which a mirror offers the provider: the default of Terraform, then that of OpenTofu. */
export const HOSTS = ['registry.terraform.io', 'registry.opentofu.org'] as const;

/** Folder of a platform's package in an unpacked filesystem mirror; by default for this platform. */
export function packageFolder(mirror: string, host: string, version: string, { name } = hostPlatform()): string {
  return join(mirror, host, 'coffer/coffer', version, name);
}

/**
 * Settings (`TF_CLI_CONFIG_FILE`) that make Terraform and OpenTofu take our provider from a mirror, and every other provider from
 * its usual source.
 */
export function cliSettings(mirror: string): string {
  const ours = JSON.stringify(HOSTS.map((host) => `${host}/coffer/coffer`));
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
 * Lays out files as a filesystem mirror, under every host and without using space twice. Other versions are removed. Each file
 * appears under its name only when it is complete, so that a concurrent Terraform never sees a partial one.
 */
export function layMirror(mirror: string, version: string, files: readonly string[]): void {
  for (const host of HOSTS) {
    const folder = packageFolder(mirror, host, version);
    mkdirSync(folder, { recursive: true });
    for (const file of files) publish(file, join(folder, basename(file)));
    removeOtherVersions(dirname(dirname(folder)), version);
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
