import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { sha256 } from '../../../framework/packaging/hashes';
import { license } from '../../../package.json';
import { EMULATOR } from '../../../projenrc/names';
import type { Release } from '../provider-packages';
import { type Component, cycloneDx } from './components';
import { requirementsOf } from './requirements';

/** Folder of all bills of materials in a release. */
export const SBOM_FOLDER = 'sbom';

export const sbomName = (artefact: string): string => `${basename(artefact)}.cdx.json`;

/** Writes the bill of materials of one artefact, a file or folder of the release. */
export async function writeSbom(release: Release, artefact: string, components: readonly Component[]): Promise<void> {
  const data = await readFile(join(release.folder, artefact)).catch(() => undefined);
  const subject: Component = {
    type: 'application',
    name: basename(artefact),
    version: release.version,
    license,
    ...(data && { sha256: sha256(data) }),
  };
  const unique = new Map(components.map((each) => [each.purl ?? each.name, each]));
  await mkdir(join(release.folder, SBOM_FOLDER), { recursive: true });
  await writeFile(
    join(release.folder, SBOM_FOLDER, sbomName(artefact)),
    cycloneDx(subject, [...unique.values()], release.modifiedMs),
  );
}

/** Writes those of packages with only our own code, all but the emulator's, from the dependencies that they declare. A folder has one bill. */
export async function writePackageSboms(release: Release): Promise<void> {
  for (const artefact of await packagesIn(release.folder)) {
    const isFolder = /\/(go\.mod|[^/]+\.csproj)$/.test(artefact);
    const requirements = await requirementsOf(join(release.folder, artefact));
    await writeSbom(release, isFolder ? topFolder(artefact) : artefact.replace(/\.pom$/, '.jar'), requirements);
  }
}

/** `go/REPOSITORY` and `dotnet/PROJECT`. */
const topFolder = (artefact: string): string => artefact.split('/').slice(0, 2).join('/');

/** The file of every such package that declares its dependencies. */
async function packagesIn(folder: string): Promise<readonly string[]> {
  const kinds = {
    npm: new RegExp(`^(?!${EMULATOR}-).*\\.tgz$`),
    pypi: /\.(whl|tar\.gz)$/,
    maven: /\.pom$/,
    go: /\/go\.mod$/,
    dotnet: /\.csproj$/,
  };
  return (await namesIn(folder, kinds)).sort();
}

/** Files and folders below the folders of a release that match the pattern of their folder, as paths in the release. */
export async function namesIn(folder: string, kinds: Readonly<Record<string, RegExp>>): Promise<string[]> {
  const found = Object.entries(kinds).map(async ([kind, pattern]) => {
    const names = await readdir(join(folder, kind), { recursive: true }).catch(() => []);
    return names.filter((name) => pattern.test(name)).map((name) => join(kind, name));
  });
  return (await Promise.all(found)).flat();
}
