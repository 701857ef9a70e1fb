import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bundle } from '../provider/bundle';
import { COMPILE_FLAGS, compileBundle } from '../provider/compile';
import { bundledPackages } from '../support/notices';
import { inRoot } from '../support/paths';
import { PLATFORMS, type Platform } from '../support/platforms';
import { writeBase } from './base-executable';
import { glibcFor } from './glibc';
import { LIBRARY_FOLDER, launcher, PROGRAM_NAME } from './launcher';
import { signAdHoc } from './macho/sign';
import { archiveName, programName, relinkName } from './names';
import { relinkingPage, thirdPartyNotices } from './third-party';
import { type Entry, zip } from './zip';

/** The provider for one platform, packed and unpacked. */
export interface ProviderPackage {
  readonly platform: Platform;
  readonly files: readonly Entry[];
  readonly archiveName: string;
  readonly archive: Buffer;
}

/** Settings for every part of a release. */
export interface Release {
  readonly version: string;
  /** The single modification time of everything in it. */
  readonly modifiedMs: number;
  /** Folder in which the release is assembled. */
  readonly folder: string;
  /** Folder for temporary files. */
  readonly work: string;
}

/**
 * Builds the packages of all platforms, each while the caller processes the previous one: packing leaves the main thread free for
 * computing hashes. At most two are in memory, since each has a program of 110 MB.
 */
export async function* providerPackages(release: Release, bundle: Bundle): AsyncGenerator<ProviderPackage> {
  let making: Promise<ProviderPackage> | undefined;
  try {
    for (const platform of PLATFORMS) {
      const before = await making;
      making = packageFor(platform, release, bundle);
      // It may reject before it is awaited.
      void making.catch(() => undefined);
      if (before) yield before;
    }
    if (making) yield await making;
  } finally {
    // A caller that stops on an error removes the folder that this still writes to.
    await making?.catch(() => undefined);
  }
}

async function packageFor(platform: Platform, release: Release, bundle: Bundle): Promise<ProviderPackage> {
  const files = await filesOf(release, platform, bundle);
  const archive = await zip(files, release.modifiedMs);
  return { platform, files, archiveName: archiveName(release.version, platform), archive };
}

async function filesOf({ version, work }: Release, platform: Platform, bundle: Bundle): Promise<readonly Entry[]> {
  const [base, compiled] = [join(work, platform.name, 'base'), join(work, platform.name, 'program')];
  await writeBase(platform, base);
  await compileBundle(bundle.text, { target: platform.target, base }, compiled);
  const program = await readFile(compiled);
  const name = programName(version, platform);
  const packages = await bundledPackages(bundle.inputs);
  const glibc = platform.os === 'linux' ? await glibcFor(platform) : undefined;
  const text = (path: string, content: string): Entry => ({ name: path, data: Buffer.from(content) });
  return [
    ...(glibc
      ? [
          { ...text(name, launcher(platform, glibc.loader)), executable: true },
          { name: `${LIBRARY_FOLDER}/${PROGRAM_NAME}`, data: program, executable: true },
          ...glibc.files.map((file) => ({ ...file, name: `${LIBRARY_FOLDER}/${file.name}` })),
        ]
      : [{ name, data: platform.os === 'darwin' ? signAdHoc(program, PROGRAM_NAME) : program, executable: true }]),
    { name: 'LICENSE', data: await readFile(inRoot('LICENSE')) },
    text('THIRD-PARTY-NOTICES.txt', await thirdPartyNotices(version, platform, packages, glibc)),
  ];
}

/** The files for relinking the programs with a changed runtime (LGPL). */
export async function relinkArchive(
  { version, modifiedMs }: Release,
  bundle: Bundle,
): Promise<{ name: string; data: Buffer }> {
  const files = [
    { name: 'README.md', data: Buffer.from(relinkingPage(version, COMPILE_FLAGS)) },
    { name: 'main.cjs', data: Buffer.from(bundle.text) },
  ];
  return { name: relinkName(version), data: await zip(files, modifiedMs) };
}
