import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { addToMirrors, type MirrorEntry, mirrorEntry, writeMirrorIndex } from '../../framework/packaging/mirrors';
import { replaceFolder } from '../../framework/packaging/output-folder';
import { PLATFORMS } from '../../framework/packaging/platforms';
import { writeRegistryFiles } from '../../framework/packaging/registry-files';
import { EMULATOR, NAMES } from '../../projenrc/names';
import { writeEmulator } from '../build-emulator';
import { writePythonEmulator } from '../build-emulator-python';
import { buildFramework } from '../build-framework';
import { bundleProvider } from '../packages/provider-bundle';
import { temporaryFolder } from '../support/folders';
import { bundledPackages } from '../support/notices';
import { inRoot, ROOT } from '../support/paths';
import { must } from '../support/run';
import { writeChecksums } from './checksums';
import { RELEASE_NOTES, VEX, VEX_SOURCE } from './names';
import { addToOciLayout, type Descriptor, writeOciIndex } from './oci';
import { addConstructPackages } from './packages/construct-packages';
import { normalize } from './packages/normalize';
import { type Intended, releaseNotes, requireReady } from './preconditions';
import { providerPackages, type Release, relinkArchive } from './provider-packages';
import { bundledComponent, runtimeComponents } from './sbom/components';
import { writePackageSboms, writeSbom } from './sbom/write';

export interface ReleaseOptions extends Intended {
  /** Output folder. Its previous content is replaced once everything is complete. */
  readonly folder: string;
  /** Called when a part is begun. */
  readonly onStep?: (part: string) => void;
}

/** Makes a release completely or not at all, unsigned: who signs runs none of this code. Throws at once for what would fail or be regretted later. */
export async function makeRelease(options: ReleaseOptions): Promise<void> {
  const { version, folder, onStep = () => undefined } = options;
  await requireReady(options);
  // Whatever the account's umask: everybody may read a release and start its programs.
  process.umask(0o022);
  const modifiedMs = await releaseTime();
  await mkdir(dirname(folder), { recursive: true });
  await using scratch = await temporaryFolder(`${folder}-`);
  const folders = { folder: join(scratch.path, 'release'), work: join(scratch.path, 'work') };
  const release: Release = { ...NAMES, version, modifiedMs, ...folders };
  await mkdir(release.folder);
  await addProvider(release, onStep);
  onStep('emulator');
  await addEmulator(release);
  onStep('framework');
  // Our own code only; what they depend on is in their bills of materials.
  for (const archive of Object.values(await buildFramework())) await addToNpm(release, archive);
  onStep('constructs, in all languages');
  await addConstructPackages(release);
  onStep('bills of materials, notes, checksums');
  await writePackageSboms(release);
  // Not copied: a copy has the mode of the file in the checkout.
  await writeFile(join(release.folder, VEX), await readFile(inRoot(VEX_SOURCE)));
  const changelog = await readFile(inRoot('CHANGELOG.md'), 'utf8');
  await writeFile(join(release.folder, RELEASE_NOTES), releaseNotes(changelog, version));
  await writeChecksums(release.folder);
  await replaceFolder(folder, release.folder);
}

async function addProvider(release: Release, onStep: (part: string) => void): Promise<void> {
  onStep('provider');
  const bundle = await bundleProvider();
  const packages = (await bundledPackages(bundle.inputs)).map(bundledComponent);
  const archives: Record<string, MirrorEntry> = {};
  const targets: Descriptor[] = [];
  for await (const made of providerPackages(release, bundle)) {
    onStep(`provider for ${made.platform.name}`);
    await writeFile(join(release.folder, made.archiveName), made.archive);
    await addToMirrors(release, made);
    archives[made.platform.name] = mirrorEntry(made);
    targets.push(await addToOciLayout(release, made));
    await writeSbom(release, made.archiveName, [...packages, ...runtimeComponents(made.platform)]);
  }
  await writeMirrorIndex(release, archives);
  await writeOciIndex(release, targets);
  await writeRegistryFiles(release, PLATFORMS);
  const relink = await relinkArchive(release, bundle);
  await writeFile(join(release.folder, relink.name), relink.data);
}

/** Adds the emulator for npm, and the package that starts it from Python. The container image is built from the npm package (emulator/Dockerfile). */
async function addEmulator(release: Release): Promise<void> {
  const { folder, version, modifiedMs, work } = release;
  const built = join(work, 'emulator');
  const components = (await writeEmulator(built)).map(bundledComponent);
  await must('npm', ['pack', '--silent', '--pack-destination', work], { cwd: built });
  const name = `npm/${EMULATOR}-${version}.tgz`;
  await addToNpm(release, join(work, basename(name)));
  await writeSbom(release, name, components);

  await mkdir(join(folder, 'pypi'), { recursive: true });
  await writePythonEmulator(join(folder, 'pypi'), modifiedMs);
}

/** Adds an archive that npm has packed. */
async function addToNpm({ folder, modifiedMs }: Release, packed: string): Promise<void> {
  await mkdir(join(folder, 'npm'), { recursive: true });
  const name = `npm/${basename(packed)}`;
  await writeFile(join(folder, name), await normalize(name, await readFile(packed), modifiedMs));
}

/** The single modification time of everything in a release: `SOURCE_DATE_EPOCH`, else that of the commit. */
async function releaseTime(): Promise<number> {
  const given = process.env.SOURCE_DATE_EPOCH;
  const { stdout } = given ? { stdout: given } : await must('git', ['log', '-1', '--format=%ct'], { cwd: ROOT });
  const seconds = Number(stdout);
  if (!Number.isSafeInteger(seconds)) throw new Error(`SOURCE_DATE_EPOCH is no number of seconds: ${stdout}`);
  return seconds * 1000;
}
