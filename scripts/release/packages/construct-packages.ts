import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { buildConstructs } from '../../build-constructs';
import { buildTwin } from '../../build-twin';
import { filesIn } from '../../support/folders';
import type { Release } from '../provider-packages';
import { normalize } from './normalize';

/** Release folders of the languages, by their names in jsii-pacmak. */
const FOLDERS: Readonly<Record<string, string>> = {
  js: 'npm',
  python: 'pypi',
  java: 'maven',
  go: 'go',
  dotnet: 'dotnet',
};

/** Adds the packages of both construct libraries. Packages that are up to date are not rebuilt. */
export async function addConstructPackages(release: Release): Promise<void> {
  for (const folder of [...(await buildConstructs()), ...(await buildTwin())]) {
    const kind = FOLDERS[basename(folder)];
    if (kind === undefined) throw new Error(`No place in a release for ${folder}.`);
    const target = join(release.folder, kind, kind === 'go' ? await goRepository(folder) : '');
    for (const file of await filesIn(folder)) {
      const name = relative(folder, file);
      if (!isLeftOut(name)) await addFile(release, file, join(target, nameOf(kind, name)));
    }
    if (kind === 'go') await addRepositoryFiles(target);
  }
}

/** Maven's metadata of its local repository, and checksums that are recomputed. */
const isLeftOut = (name: string): boolean => /maven-metadata|\.(md5|sha1)$/.test(name);

/** npm's own name for an archive instead of jsii's. */
const nameOf = (kind: string, name: string): string =>
  kind === 'npm' ? name.replace(/@([^@]+)\.jsii\.tgz$/, '-$1.tgz') : name;

async function addFile({ modifiedMs }: Release, from: string, to: string): Promise<void> {
  const data = await normalize(to, await readFile(from), modifiedMs);
  await mkdir(dirname(to), { recursive: true });
  await writeFile(to, data);
  if (!/\.(jar|pom)$/.test(to)) return;
  for (const algorithm of ['md5', 'sha1']) {
    await writeFile(`${to}.${algorithm}`, createHash(algorithm).update(data).digest('hex'));
  }
}

/** The repository that the Go module is pushed to; the module is a folder in it. */
async function goRepository(folder: string): Promise<string> {
  const [module = ''] = await readdir(folder);
  const [, repository] =
    /^module \S+\/([^/\s]+)\/[^/\s]+$/m.exec(await readFile(join(folder, module, 'go.mod'), 'utf8')) ?? [];
  if (repository === undefined) throw new Error(`${folder} holds no Go module in a folder of its repository.`);
  return repository;
}

/** Copies licence and README to the root of the repository, where visitors look for them. */
async function addRepositoryFiles(repository: string): Promise<void> {
  const [module = ''] = await readdir(repository);
  for (const name of ['LICENSE', 'README.md']) await copyFile(join(repository, module, name), join(repository, name));
}
