import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { HOSTS } from './filesystem-mirror';
import { MIRRORS } from './mirrors';
import { type ProviderVersion, programPrefix } from './names';

/** Throws if a release must not replace `folder`: the project or the working directory is in it, or a file that no release of the provider has. */
export function requireReplaceable(folder: string, project: string, of: ProviderVersion): void {
  if (!existsSync(folder)) return;
  const inside = [project, process.cwd()].find((one) => contains(realpathSync(folder), realpathSync(one)));
  if (inside !== undefined) {
    throw new Error(`${folder} contains ${inside}, and a release replaces its whole folder. ${NAME_ANOTHER}`);
  }
  const mirrors = join(folder, MIRRORS);
  const foreign = [
    ...readdirSync(folder).filter((name) => name !== MIRRORS && !isReleaseFile(name, of)),
    ...(existsSync(mirrors) ? filesBelow(mirrors).filter((file) => !isMirrorFile(file, of)) : []).map((file) =>
      join(MIRRORS, file),
    ),
  ];
  if (foreign.length === 0) return;
  const named = foreign.slice(0, 3).map((name) => join(folder, name));
  throw new Error(
    `A release replaces its whole folder, and ${named.join(', ')}${foreign.length > 3 ? ` and ${foreign.length - 3} more` : ''} ` +
      `${foreign.length > 1 ? 'are' : 'is'} no part of one. ${NAME_ANOTHER}`,
  );
}

/** Throws if one of `written` is in `folder` without `marker`, which each build writes there first: no build has made it. Both are relative paths. */
export function requireOwn(folder: string, marker: string, written: readonly string[]): void {
  if (existsSync(join(folder, marker))) return;
  const foreign = written.map((name) => join(folder, name)).find((path) => existsSync(path));
  if (foreign === undefined) return;
  throw new Error(
    `A build replaces ${foreign}, which no earlier one has made: ${join(folder, marker)} is missing. Move it away, or name another folder.`,
  );
}

/** Puts the folder `made` in the place of `folder`, which may be missing; both are in one file system. If that fails, `folder` is as it was. */
export async function replaceFolder(folder: string, made: string): Promise<void> {
  const aside = `${made}-earlier`;
  const isThere = existsSync(folder);
  if (isThere) await rename(folder, aside);
  try {
    await rename(made, folder);
  } catch (error) {
    if (isThere) await rename(aside, folder);
    throw error;
  }
  await rm(aside, { recursive: true, force: true });
}

const NAME_ANOTHER = 'Name a folder that is empty or does not exist, or one with an earlier release.';

const contains = (folder: string, inner: string): boolean => {
  const path = relative(folder, inner);
  return path === '' || (path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path));
};

const isReleaseFile = (name: string, of: ProviderVersion): boolean =>
  name.startsWith(`${programPrefix(of)}_`) && /(\.zip|_manifest\.json|_SHA256SUMS(\.sig)?)$/.test(name);

const isMirrorFile = (file: string, { source }: ProviderVersion): boolean =>
  ['packed', 'unpacked'].some((mirror) => HOSTS.some((host) => file.startsWith(join(mirror, host, source) + sep)));

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
