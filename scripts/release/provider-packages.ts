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

/** The provider for one platform, packed and not. */
export interface ProviderPackage {
  readonly platform: Platform;
  readonly files: readonly Entry[];
  readonly archiveName: string;
  readonly archive: Buffer;
}

/** What every part of a release is told. */
export interface Release {
  readonly version: string;
  /** The one time of everything in it. */
  readonly modifiedMs: number;
  /** Where the release is put together. */
  readonly folder: string;
  /** For files that are in the way afterwards. */
  readonly work: string;
}

/** Makes the packages of all platforms, one after another: each has a program of 110 MB in memory. */
export async function* providerPackages(release: Release, bundle: Bundle): AsyncGenerator<ProviderPackage> {
  for (const platform of PLATFORMS) {
    const files = await filesOf(release, platform, bundle);
    const name = archiveName(release.version, platform);
    yield { platform, files, archiveName: name, archive: await zip(files, release.modifiedMs) };
  }
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

/** What it takes to link the programs again with a changed run-time (LGPL). */
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
