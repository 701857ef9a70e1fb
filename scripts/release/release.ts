import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import packageJson from '../../package.json';
import { bundleProvider } from '../provider/bundle';
import { bundledPackages } from '../support/notices';
import { ROOT } from '../support/paths';
import { must } from '../support/run';
import { writeChecksums } from './checksums';
import { addToMirrors, type MirrorEntry, mirrorEntry, writeMirrorIndex } from './mirrors';
import { RELEASE_NOTES, SIGNING_KEY, sumsName } from './names';
import { addToOciLayout, type Descriptor, writeOciIndex } from './oci';
import { addConstructPackages } from './packages/construct-packages';
import { addEmulator } from './packages/emulator';
import { providerPackages, type Release, relinkArchive } from './provider-packages';
import { writeRegistryFiles } from './registry-files';
import { releaseNotes } from './release-notes';
import { bundledComponent, runtimeComponents } from './sbom/components';
import { writePackageSboms, writeSbom } from './sbom/write';
import { signFile } from './signature';

/** Options of a release. */
export interface ReleaseOptions {
  /** The version in package.json, repeated so that nobody releases an unintended one. */
  readonly version: string;
  /** Output folder. Its previous content is replaced once everything is complete. */
  readonly folder: string;
  /** gpg key for the signature; without it nothing is signed, which no registry accepts. */
  readonly key?: string;
}

/** Creates a release, completely or not at all. */
export async function makeRelease({ version, folder, key }: ReleaseOptions): Promise<void> {
  if (version !== packageJson.version) {
    throw new Error(
      `package.json has version ${packageJson.version}, not ${version}. Set VERSION in .projenrc.ts first.`,
    );
  }
  const modifiedMs = await releaseTime();
  await mkdir(dirname(folder), { recursive: true });
  const scratch = await mkdtemp(`${folder}-`);
  try {
    const release: Release = { version, modifiedMs, folder: join(scratch, 'release'), work: join(scratch, 'work') };
    await mkdir(release.folder);
    await addProvider(release);
    await addEmulator(release);
    await addConstructPackages(release);
    await writePackageSboms(release);
    await writeFile(join(release.folder, RELEASE_NOTES), await releaseNotes(version));
    if (key !== undefined) {
      await signFile(join(release.folder, sumsName(version)), key, modifiedMs, join(release.folder, SIGNING_KEY));
    }
    await writeChecksums(release.folder);
    await rm(folder, { recursive: true, force: true });
    await rename(release.folder, folder);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function addProvider(release: Release): Promise<void> {
  const bundle = await bundleProvider();
  const packages = (await bundledPackages(bundle.inputs)).map(bundledComponent);
  const archives: Record<string, MirrorEntry> = {};
  const targets: Descriptor[] = [];
  for await (const made of providerPackages(release, bundle)) {
    await writeFile(join(release.folder, made.archiveName), made.archive);
    await addToMirrors(release, made);
    archives[made.platform.name] = mirrorEntry(made);
    targets.push(await addToOciLayout(release, made));
    await writeSbom(release, made.archiveName, [...packages, ...runtimeComponents(made.platform)]);
  }
  await writeMirrorIndex(release, archives);
  await writeOciIndex(release, targets);
  await writeRegistryFiles(release);
  const relink = await relinkArchive(release, bundle);
  await writeFile(join(release.folder, relink.name), relink.data);
}

/** The single modification time of everything in a release: `SOURCE_DATE_EPOCH`, else that of the commit. */
async function releaseTime(): Promise<number> {
  const given = process.env.SOURCE_DATE_EPOCH;
  const { stdout } = given ? { stdout: given } : await must('git', ['log', '-1', '--format=%ct'], { cwd: ROOT });
  const seconds = Number(stdout);
  if (!Number.isSafeInteger(seconds)) throw new Error(`SOURCE_DATE_EPOCH is no number of seconds: ${stdout}`);
  return seconds * 1000;
}
