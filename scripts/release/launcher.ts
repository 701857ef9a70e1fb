import type { Platform } from '../support/platforms';

/** Folder beside the launcher with the program and its libraries. */
export const LIBRARY_FOLDER = 'lib';

/** Name of the compiled program in {@link LIBRARY_FOLDER}. Terraform searches only the rest of the package for names with this prefix. */
export const PROGRAM_NAME = 'terraform-provider-coffer';

/** Paths of the C libraries, which distinguish a system with glibc from one with musl. */
const SYSTEM = {
  amd64: { glibc: '/lib64/ld-linux-x86-64.so.2', musl: '/lib/ld-musl-x86_64.so.1' },
  arm64: { glibc: '/lib/ld-linux-aarch64.so.1', musl: '/lib/ld-musl-aarch64.so.1' },
} as const;

/**
 * The program that Terraform starts on Linux. A registry has one package per architecture, and Alpine, the base of Terraform's
 * official images, has musl. So the package includes its own glibc (docs/internals/decisions/0043-one-package-for-glibc-and-musl.md) for
 * systems without one: musl may imitate glibc's path, and NixOS has a program at that path that only explains why nothing starts.
 * `COFFER_BUNDLED_GLIBC` selects it where the system's own is too old.
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
