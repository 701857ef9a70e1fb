import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { untar } from '../../../framework/packaging/tar';
import { type Entry, unzip } from '../../../framework/packaging/zip';
import { CREATOR, EMULATOR, FRAMEWORK, LIBRARIES } from '../../../projenrc/names';
import { filesIn as filesBelow } from '../../support/folders';
import { type Check, exists, type Folder, inFolder, machinePathIn, oncePerFile } from './folder';

/** Where a package of each language states its version. */
const VERSIONS: readonly { readonly file: RegExp; readonly version: RegExp }[] = [
  { file: /\.tgz\/package\/package\.json$/, version: /^ {2}"version": "([^"]+)"/m },
  { file: /^pypi\/.*\/(METADATA|PKG-INFO)$/, version: /^Version: (.+)$/m },
  { file: /^maven\/.*\.pom$/, version: /<\/artifactId>\s*<version>([^<]+)<\/version>\s*<packaging>/ },
  { file: /^go\/[^/]+\/[^/]+\/version$/, version: /^(\S+)/ },
  { file: /^dotnet\/[^/]+\/[^/]+\.csproj$/, version: /<PackageVersion>([^<]+)</ },
];

/** The packages for npm. */
const NPM = [...Object.values(LIBRARIES).map(({ npm }) => npm), EMULATOR, FRAMEWORK, CREATOR];

/** Package folders of a release, and the minimum number of places in each that state a version. */
const FOLDERS = { npm: NPM.length, pypi: 6, maven: 2, go: 2, dotnet: 2 };

/** Checks that the packages of all languages exist, have the same version, and contain no path of the build machine. */
export const checkPackages: Check = async (folder) => {
  const faults: string[] = [];
  for (const name of NPM) {
    const archive = `npm/${name}-${folder.version}.tgz`;
    if (!(await exists(inFolder(folder, archive)))) faults.push(`${archive} is missing`);
  }
  for (const [kind, wanted] of Object.entries(FOLDERS)) {
    let said = 0;
    for (const { name, data } of await filesIn(folder, kind)) {
      const path = machinePathIn(data);
      if (path !== undefined) faults.push(`${name} holds a path of the machine that built it: ${path}`);
      const { version } = VERSIONS.find(({ file }) => file.test(name)) ?? {};
      if (version === undefined) continue;
      const [, found = 'no version'] = version.exec(data.toString()) ?? [];
      said++;
      if (found !== folder.version) faults.push(`${name} says ${found}, not ${folder.version}`);
    }
    if (said < wanted) faults.push(`${kind}: ${said} versions found, not ${wanted} or more: packages are missing`);
  }
  return faults;
};

/** Every file below a folder, and the content of its archives. */
export async function filesIn(folder: Folder, kind: string): Promise<readonly Entry[]> {
  const top = inFolder(folder, kind);
  const files = await filesBelow(top).catch(() => []);
  const read = files.map((file) => oncePerFile('entries', file, () => entriesOf(file)));
  return (await Promise.all(read)).flatMap((inner, index) => {
    const name = (files[index] ?? '').slice(folder.path.length + 1);
    return inner.map((entry) => ({ name: entry.name ? `${name}/${entry.name}` : name, data: entry.data }));
  });
}

async function entriesOf(file: string): Promise<readonly Entry[]> {
  const data = await readFile(file);
  if (/\.(tgz|tar\.gz)$/.test(file)) return untar(gunzipSync(data));
  if (/\.(jar|whl)$/.test(file)) return unzip(data);
  return [{ name: '', data }];
}
