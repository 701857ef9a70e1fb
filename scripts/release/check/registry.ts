import { readFile } from 'node:fs/promises';
import { PLATFORMS } from '../../../framework/packaging/platforms';
import { checksumsOf, sumOf } from '../checksums';
import { archiveName, CHECKSUMS, manifestName, sumsName } from '../names';
import { type Check, exists, type Folder, inFolder, jsonIn, oncePerFile } from './folder';

/** Checks the files that a registry requires: all are present, and their checksums match the list. */
export const checkRegistryFiles: Check = async (folder) => {
  const { version } = folder;
  const covered = [...PLATFORMS.map((platform) => archiveName(version, platform)), manifestName(version)].sort();
  const needed = [...covered, sumsName(version)];
  const there = await Promise.all(needed.map((name) => exists(inFolder(folder, name))));
  const missing = needed.filter((_, index) => !there[index]);
  const faults = missing.map((name) => `${name} is missing`);
  if (!missing.includes(sumsName(version))) faults.push(...(await faultsOfSums(folder, covered)));
  if (!missing.includes(manifestName(version))) faults.push(...(await faultsOfManifest(folder)));
  return faults;
};

async function faultsOfSums(folder: Folder, covered: readonly string[]): Promise<readonly string[]> {
  const list = sumsName(folder.version);
  const sums = await sumsIn(folder, list);
  const faults: string[] = [];
  if ([...sums.keys()].sort().join() !== covered.join())
    faults.push(`${list} does not cover exactly ${covered.join(', ')}`);
  for (const [name, sum] of sums) {
    const file = inFolder(folder, name);
    if (!(await exists(file))) continue;
    if ((await oncePerFile('sum', file, () => sumOf(file))) !== sum) faults.push(`${name} is not what ${list} says`);
  }
  return faults;
}

async function faultsOfManifest(folder: Folder): Promise<readonly string[]> {
  const name = manifestName(folder.version);
  interface Manifest {
    readonly version?: number;
    readonly metadata?: { readonly protocol_versions?: readonly string[] };
  }
  const { version, metadata } = await jsonIn<Manifest>(folder, name);
  return version === 1 && metadata?.protocol_versions?.join() === '6.0' ? [] : [`${name} does not say protocol 6.0`];
}

/** Checks that the list of checksums covers every file of the release, with the right checksum. */
export const checkChecksums: Check = async (folder) => {
  const said = await sumsIn(folder, CHECKSUMS);
  const found = await checksumsOf(folder.path, (file) => oncePerFile('sum', file, () => sumOf(file)));
  return [
    ...[...said.keys()].filter((name) => !found.has(name)).map((name) => `${name} is in ${CHECKSUMS} and missing`),
    ...[...found.keys()].filter((name) => !said.has(name)).map((name) => `${name} is not in ${CHECKSUMS}`),
    ...[...said]
      .filter(([name, sum]) => (found.get(name) ?? sum) !== sum)
      .map(([name]) => `${name} is not what ${CHECKSUMS} says`),
  ];
};

/** The sums in a list of `sha256sum`, by file. */
async function sumsIn(folder: Folder, list: string): Promise<ReadonlyMap<string, string>> {
  const lines = (await readFile(inFolder(folder, list), 'utf8')).trimEnd().split('\n');
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}
