import type { Platform } from '../support/platforms';

/** Folder beside the launcher with all that it starts. */
export const LIBRARY_FOLDER = 'lib';

/** What the compiled program is called in {@link LIBRARY_FOLDER}; the package is searched for names with this beginning outside of it only. */
export const PROGRAM_NAME = 'terraform-provider-coffer';

/** Paths of the C libraries that tell a system with glibc from one with musl. */
const SYSTEM = {
  amd64: { glibc: '/lib64/ld-linux-x86-64.so.2', musl: '/lib/ld-musl-x86_64.so.1' },
  arm64: { glibc: '/lib/ld-linux-aarch64.so.1', musl: '/lib/ld-musl-aarch64.so.1' },
} as const;

/**
 * The program that Terraform starts on Linux. A registry has one package for an architecture, and Alpine, which the official images of
 * Terraform are made of, has musl. So the package brings its own glibc (docs/decisions/0043-one-package-for-glibc-and-musl.md), for
 * systems that have none: musl may imitate glibc's path, and NixOS has a program there that only explains why nothing starts.
 * `COFFER_BUNDLED_GLIBC` asks for it where the system's own is too old.
 *
 * `exec` keeps the process id, so signals reach the provider.
 */
export function launcher({ arch }: Platform, loader: string): string {
  const { glibc, musl } = SYSTEM[arch];
  return `#!/bin/sh
# Starts the provider with the system's glibc, or with the one in this package where there is none, as on Alpine.
self=$0
[ -L "$self" ] && self=$(readlink -f "$self")
lib=\${self%/*}/${LIBRARY_FOLDER}
if [ -z "$COFFER_BUNDLED_GLIBC" ] && [ -x ${glibc} ] && [ ! -e ${musl} ] && [ ! -e /etc/NIXOS ]; then
  exec "$lib/${PROGRAM_NAME}" "$@"
fi
exec "$lib/${loader}" --library-path "$lib" "$lib/${PROGRAM_NAME}" "$@"
`;
}
