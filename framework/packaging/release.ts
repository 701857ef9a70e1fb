import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { requireBun, writeBase } from './bun';
import type { Bundle } from './bundle';
import { compileBundle } from './compile';
import {
  addToMirrors,
  type Layout,
  type MirrorEntry,
  mirrorEntry,
  type ProviderPackage,
  writeMirrorIndex,
} from './mirrors';
import { archiveName, type ProviderVersion, programPrefix } from './names';
import { replaceFolder, requireReplaceable } from './output-folder';
import { PLATFORMS, type Platform } from './platforms';
import { type Glibc, programFiles } from './program-files';
import { writeRegistryFiles } from './registry-files';
import { EARLIEST_MS, type Entry, zip } from './zip';

/** The inputs and the output folder of a release. */
export interface ReleaseOptions {
  readonly provider: ProviderVersion;
  readonly bundle: Pick<Bundle, 'text'>;
  /** Folder of the project, whose packages include Bun, and whose LICENSE is packed if there is one. */
  readonly project: string;
  /** Output folder. An earlier release in it is replaced at the end; one with anything else, the project or the working directory is refused. */
  readonly folder: string;
  /** By default all of {@link PLATFORMS}. One that is there twice is built once. */
  readonly platforms?: readonly Platform[];
  /** The modification time of all files in archives, in milliseconds since 1970; by default 1980, so that equal code gives equal bytes. */
  readonly modifiedMs?: number;
  /** Further files of each package, with names of their own, such as notices of third parties; asked for once for each platform. */
  readonly files?: (platform: Platform) => Promise<readonly Entry[]>;
  /** A glibc for the packages for Linux, so that they also run on Alpine. */
  readonly glibc?: (platform: Platform) => Promise<Glibc>;
}

/**
 * Makes what registries and mirrors offer of one version: an archive for each platform, the manifest, `SHA256SUMS`, unsigned, and `mirrors/` with two
 * filesystem mirrors, of which `packed` is also a network mirror. Downloads Bun from npm for other platforms. Whatever the umask, all may read and
 * start it. Rejects without a change of `folder`.
 */
export async function makeRelease(options: ReleaseOptions): Promise<void> {
  const { provider, platforms = PLATFORMS, modifiedMs = EARLIEST_MS } = options;
  const folder = resolve(options.folder);
  requireReplaceable(folder, options.project, provider);
  await mkdir(dirname(folder), { recursive: true });
  const scratch = await mkdtemp(`${folder}-`);
  try {
    const layout: Layout = { ...provider, modifiedMs, folder: join(scratch, 'release') };
    await mkdir(layout.folder);
    const archives: Record<string, MirrorEntry> = {};
    for (const platform of new Set(platforms)) {
      const files = await packageFiles(options, platform, join(scratch, platform.name));
      const archive = await zip(files, modifiedMs);
      const made: ProviderPackage = { platform, files, archiveName: archiveName(provider, platform), archive };
      await writeFile(join(layout.folder, made.archiveName), archive);
      await addToMirrors(layout, made);
      archives[platform.name] = mirrorEntry(made);
    }
    await writeMirrorIndex(layout, archives);
    await writeRegistryFiles(layout, platforms);
    // Again, because much time has passed.
    requireReplaceable(folder, options.project, provider);
    await openToAll(layout.folder);
    await replaceFolder(folder, layout.folder);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Lets everybody read a folder and all below it, and start what its owner may start. */
async function openToAll(folder: string): Promise<void> {
  for (const name of ['.', ...(await readdir(folder, { recursive: true }))]) {
    const { mode } = await stat(join(folder, name));
    await chmod(join(folder, name), (mode & 0o100) === 0 ? 0o644 : 0o755);
  }
}

async function packageFiles(options: ReleaseOptions, platform: Platform, work: string): Promise<readonly Entry[]> {
  const { provider, bundle, project } = options;
  const [base, compiled] = [join(work, 'base'), join(work, 'program')];
  await writeBase(project, platform, base);
  const into = { target: platform.target, base, bun: requireBun(project).path, name: programPrefix(provider) };
  await compileBundle(bundle.text, into, compiled);
  const glibc = platform.os === 'linux' ? await options.glibc?.(platform) : undefined;
  const licence = join(project, 'LICENSE');
  const files = [
    ...programFiles(provider, platform, await readFile(compiled), glibc),
    ...(existsSync(licence) ? [{ name: 'LICENSE', data: await readFile(licence) }] : []),
    ...((await options.files?.(platform)) ?? []),
  ];
  await rm(work, { recursive: true });
  return files;
}
