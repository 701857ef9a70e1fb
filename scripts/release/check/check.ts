import { readdir, readFile } from 'node:fs/promises';
import { RELEASE_NOTES, VEX } from '../names';
import { faultsOfVex, type Vex } from '../vex';
import { checkArchives, checkGlibc } from './archives';
import { type Check, type Folder, faultsOf, inFolder, jsonIn } from './folder';
import { checkMirrors } from './mirrors';
import { checkNotices } from './notices';
import { checkPackages } from './packages';
import { checkChecksums, checkRegistryFiles } from './registry';
import { checkSboms } from './sboms';
import { checkSignatures } from './signatures';

const checkNotes: Check = async (folder) => {
  const notes = await readFile(inFolder(folder, RELEASE_NOTES), 'utf8');
  return notes.startsWith(`# Coffer ${folder.version}\n`) ? [] : [`${RELEASE_NOTES} is not about ${folder.version}`];
};

const checkVex: Check = async (folder) =>
  faultsOfVex(await jsonIn<Vex>(folder, VEX)).map((fault) => `${VEX}: ${fault}`);

const CHECKS: Readonly<Record<string, Check>> = {
  'files for registries': checkRegistryFiles,
  'checksums of everything': checkChecksums,
  'provider packages': checkArchives,
  mirrors: checkMirrors,
  'packages for languages': checkPackages,
  'bills of materials': checkSboms,
  'third-party notices': checkNotices,
  'C library': checkGlibc,
  [VEX]: checkVex,
  signatures: checkSignatures,
  'release notes': checkNotes,
};

/** Checks a release from its folder alone, by default a signed one. Returns a sentence for each fault. */
export async function checkRelease(path: string, { signed = true } = {}): Promise<readonly string[]> {
  const version = await versionOf(path);
  if (version === undefined) return [`${path} is no release: it has no terraform-provider-coffer_VERSION_SHA256SUMS`];
  const folder: Folder = { path, version, signed };
  const faults: string[] = [];
  for (const [name, check] of Object.entries(CHECKS)) faults.push(...(await faultsOf(name, () => check(folder))));
  return faults;
}

/** The version in the name of the list of checksums. */
async function versionOf(path: string): Promise<string | undefined> {
  const names = await readdir(path).catch(() => []);
  return names.flatMap((name) => /^terraform-provider-coffer_(.+)_SHA256SUMS$/.exec(name)?.[1] ?? [])[0];
}
