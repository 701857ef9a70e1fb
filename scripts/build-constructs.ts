import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { version } from 'jsii-pacmak/package.json';
import { CODE_ONLY, type Language, packableLanguages } from './constructs/languages';
import { forgetOurs, installCdktf, MAVEN_REPOSITORY } from './constructs/maven';
import { SOURCES, withAssembly } from './support/assembly';
import { bin, inRoot } from './support/paths';
import { must } from './support/run';

const STAMP = inRoot('dist', 'constructs.stamp');

/**
 * Compiles the construct library with jsii (warnings are errors) and packs it for every language whose tools are here. Nothing is done
 * when the packages are up to date. Gives their folders.
 */
export async function buildConstructs(): Promise<readonly string[]> {
  const languages = await packableLanguages();
  const folders = [...languages, ...CODE_ONLY].map(folderOf);
  const stamp = await stampOf(languages);
  if ((await readFile(STAMP, 'utf8').catch(() => '')) === stamp && (await allExist(folders))) return folders;

  await rm(STAMP, { force: true });
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
  if (languages.some(({ target }) => target === 'java')) await installCdktf();
  await withAssembly(async (folder) => {
    await pack(folder, CODE_ONLY, '--code-only');
    await pack(folder, languages, '--maven-local-repository', MAVEN_REPOSITORY);
  });
  await forgetOurs();
  await mkdir(inRoot('dist'), { recursive: true });
  await writeFile(STAMP, stamp);
  return folders;
}

const folderOf = ({ target }: Language) => inRoot('dist', target);

const pack = (folder: string, languages: readonly Language[], ...options: string[]) =>
  must(
    bin('jsii-pacmak'),
    ['--target', ...languages.map(({ target }) => target), '--outdir', inRoot('dist'), ...options],
    {
      cwd: folder,
    },
  );

async function allExist(folders: readonly string[]): Promise<boolean> {
  const found = await Promise.all(folders.map((folder) => stat(folder).catch(() => undefined)));
  return found.every((each) => each?.isDirectory());
}

/** A digest of all that the packages are made of. */
async function stampOf(languages: readonly Language[]): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([version, languages]));
  for (const source of SOURCES) {
    for (const file of await filesIn(inRoot(source))) hash.update(file).update(await readFile(file));
  }
  return hash.digest('hex');
}

async function filesIn(path: string): Promise<readonly string[]> {
  if ((await stat(path)).isFile()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
