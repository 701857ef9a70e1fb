import { LIBRARY_FOLDER, launcher } from './launcher';
import { signAdHoc } from './macho/sign';
import { type ProviderVersion, programName, programPrefix } from './names';
import type { Platform } from './platforms';
import type { Entry } from './zip';

/** A glibc that travels with the program, for systems without one. */
export interface Glibc {
  /** Name of the loader among the files, which loads the others. */
  readonly loader: string;
  /** The loader and the libraries. */
  readonly files: readonly Entry[];
}

/**
 * The files of a package that make the program run, by path in it: signed ad hoc for macOS, and behind the launcher if there is a glibc, which
 * is for Linux only. Throws if a program for macOS has no signature to replace.
 */
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
