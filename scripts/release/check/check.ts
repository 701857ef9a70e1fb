import { readdir, readFile } from 'node:fs/promises';
import { RELEASE_NOTES } from '../names';
import { checkArchives } from './archives';
import { checkChecksums } from './checksums';
import { type Check, type Folder, faultsOf, inFolder } from './folder';
import { checkMirrors } from './mirrors';
import { checkPackages } from './packages';
import { checkRegistryFiles } from './registry';
import { checkSboms } from './sboms';

const checkNotes: Check = async (folder) => {
  const notes = await readFile(inFolder(folder, RELEASE_NOTES), 'utf8');
  return notes.startsWith(`# Coffer ${folder.version}\n`) ? [] : [`${RELEASE_NOTES} is not about ${folder.version}`];
};

const CHECKS: Readonly<Record<string, Check>> = {
  'files for registries': checkRegistryFiles,
  'checksums of everything': checkChecksums,
  'provider packages': checkArchives,
  mirrors: checkMirrors,
  'packages for languages': checkPackages,
  'bills of materials': checkSboms,
  'release notes': checkNotes,
};

/** Checks a release from its folder alone. Returns a sentence for each fault. */
export async function checkRelease(path: string): Promise<readonly string[]> {
  const version = await versionOf(path);
  if (version === undefined) return [`${path} is no release: it has no terraform-provider-coffer_VERSION_SHA256SUMS`];
  const folder: Folder = { path, version };
  const faults: string[] = [];
  for (const [name, check] of Object.entries(CHECKS)) faults.push(...(await faultsOf(name, () => check(folder))));
  return faults;
}

/** The version in the name of the list of checksums. */
async function versionOf(path: string): Promise<string | undefined> {
  const names = await readdir(path).catch(() => []);
  return names.flatMap((name) => /^terraform-provider-coffer_(.+)_SHA256SUMS$/.exec(name)?.[1] ?? [])[0];
}
