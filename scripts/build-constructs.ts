import { version } from 'jsii-pacmak/package.json';
import { CODE_ONLY, type Language, packableLanguages } from './constructs/languages';
import { forgetOurs, installCdktf, MAVEN_REPOSITORY } from './constructs/maven';
import { SOURCES, withAssembly } from './support/assembly';
import { bin, inRoot } from './support/paths';
import { must } from './support/run';
import { makeOnce } from './support/stamp';

/**
 * Compiles the construct library with jsii (warnings are errors) and packs it for every language whose tools are here. Nothing is done
 * when the packages are up to date. Gives their folders.
 */
export async function buildConstructs(): Promise<readonly string[]> {
  const languages = await packableLanguages();
  const folders = [...languages, ...CODE_ONLY].map(folderOf);
  const conditions = [version, languages];
  await makeOnce({ stamp: inRoot('dist', 'constructs.stamp'), folders, sources: SOURCES, conditions }, async () => {
    if (languages.some(({ target }) => target === 'java')) await installCdktf();
    await withAssembly(async (folder) => {
      await pack(folder, CODE_ONLY, '--code-only');
      await pack(folder, languages, '--maven-local-repository', MAVEN_REPOSITORY);
    });
    await forgetOurs();
  });
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
