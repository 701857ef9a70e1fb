import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bundle } from '../../framework/packaging/bundle';
import { COMPILE_FLAGS, compileBundle } from '../../framework/packaging/compile';
import type { Layout, ProviderPackage } from '../../framework/packaging/mirrors';
import { PLATFORMS, type Platform } from '../../framework/packaging/platforms';
import { programFiles } from '../../framework/packaging/program-files';
import { type Entry, zip } from '../../framework/packaging/zip';
import { BUN } from '../support/bun';
import { bundledPackages } from '../support/notices';
import { inRoot } from '../support/paths';
import { writeBase } from './base-executable';
import { glibcFor, glibcPackage } from './glibc';
import { archiveName, NAME, relinkName } from './names';
import { relinkingPage, thirdPartyNotices } from './third-party';

export interface Release extends Layout {
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
  const { version, work, modifiedMs } = release;
  const [base, compiled] = [join(work, platform.name, 'base'), join(work, platform.name, 'program')];
  await writeBase(platform, base);
  await compileBundle(bundle.text, { target: platform.target, base, bun: BUN, name: NAME }, compiled);
  const program = await readFile(compiled);
  const packages = await bundledPackages(bundle.inputs);
  const glibc = platform.os === 'linux' ? await glibcFor(platform) : undefined;
  const files: readonly Entry[] = [
    ...programFiles(release, platform, program, glibc),
    { name: 'LICENSE', data: await readFile(inRoot('LICENSE')) },
    { name: 'THIRD-PARTY-NOTICES.txt', data: Buffer.from(thirdPartyNotices(version, platform, packages, glibc)) },
  ];
  const archive = await zip(files, modifiedMs);
  return { platform, files, archiveName: archiveName(version, platform), archive };
}

/** The files for relinking the programs with a changed runtime (LGPL), and the Debian packages of the C library for a rebuild. */
export async function relinkArchive({ version, modifiedMs }: Release, bundle: Bundle): Promise<Entry> {
  const files = [
    { name: 'README.md', data: Buffer.from(relinkingPage(version, COMPILE_FLAGS)) },
    { name: 'main.mjs', data: Buffer.from(bundle.text) },
    await glibcPackage({ arch: 'amd64' }),
    await glibcPackage({ arch: 'arm64' }),
  ];
  return { name: relinkName(version), data: await zip(files, modifiedMs) };
}
