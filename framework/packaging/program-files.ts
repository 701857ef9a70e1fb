import { signAdHoc } from './macho';
import { type Names, type ProviderVersion, programName, programPrefix } from './names';
import type { Platform } from './platforms';
import type { Entry } from './zip';

/** A glibc that travels with the program, for systems without one. */
export interface Glibc {
  /** Name of the loader among the files, which loads the others. */
  readonly loader: string;
  /** The loader and the libraries. */
  readonly files: readonly Entry[];
}

/** The files that make the program run, by path in the package: signed ad hoc for macOS, as `signAdHoc` says; with a glibc, behind the launcher. */
export function programFiles(
  of: ProviderVersion,
  platform: Platform,
  program: Buffer,
  glibc?: Glibc,
): readonly Entry[] {
  const name = programName(of, platform.suffix);
  if (!glibc) {
    const data = platform.os === 'darwin' ? signAdHoc(program, programPrefix(of)) : program;
    return [{ name, data, executable: true }];
  }
  return [
    { name, data: Buffer.from(launcher(of, platform, glibc.loader)), executable: true },
    { name: `${LIBRARY_FOLDER}/${programPrefix(of)}`, data: program, executable: true },
    ...glibc.files.map((file) => ({ ...file, name: `${LIBRARY_FOLDER}/${file.name}` })),
  ];
}

/** Name of the folder beside the launcher with the program and its libraries. */
export const LIBRARY_FOLDER = 'lib';

/** Paths of the C libraries' loaders, which distinguish a system with glibc from one with musl. */
const SYSTEM = {
  amd64: { glibc: '/lib64/ld-linux-x86-64.so.2', musl: '/lib/ld-musl-x86_64.so.1' },
  arm64: { glibc: '/lib/ld-linux-aarch64.so.1', musl: '/lib/ld-musl-aarch64.so.1' },
} as const;

/**
 * The shell script that Terraform starts on Linux if the package has a glibc of its own. `loader` is the name of glibc's loader, which is in
 * {@link LIBRARY_FOLDER} like the program. A registry has one package per architecture, and Alpine, the base of Terraform's official images, has
 * musl (internals/decisions/0043-one-package-for-glibc-and-musl.md). musl may imitate glibc's path, and NixOS has a program at that path that
 * only explains why nothing starts. The variable `…_BUNDLED_GLIBC` selects the library of the package where the system's own is too old.
 *
 * The program has the name {@link programPrefix}: Terraform searches only the rest of the package for names with this prefix. `exec`
 * keeps the process id, so signals reach the provider. Without /proc the runtime aborts before any code of ours runs, so this script
 * says it, on stdout, whose first line Terraform shows.
 */
function launcher(names: Names, { arch }: Platform, loader: string): string {
  const { glibc, musl } = SYSTEM[arch];
  const program = programPrefix(names);
  return `#!/bin/sh
# Starts the provider with the system's glibc, or with the one in this package where there is none, as on Alpine.
if [ ! -e /proc/self ]; then
  echo "The provider cannot start: there is no /proc here, which its runtime needs. Mount it: mount -t proc proc /proc"
  exit 1
fi
self=$0
[ -L "$self" ] && self=$(readlink -f "$self")
lib=\${self%/*}/${LIBRARY_FOLDER}
if [ -z "$${names.typeName.toUpperCase()}_BUNDLED_GLIBC" ] && [ -x ${glibc} ] && [ ! -e ${musl} ] && [ ! -e /etc/NIXOS ]; then
  exec "$lib/${program}" "$@"
fi
exec "$lib/${loader}" --library-path "$lib" "$lib/${program}" "$@"
`;
}
