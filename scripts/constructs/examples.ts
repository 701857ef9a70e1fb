import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { must } from '../support/run';
import { type Assembly, correctGo, isInText, toGo, type Vocabulary, vocabularyOf } from './go-examples';

/** The file that jsii-rosetta writes beside an assembly, and that jsii-pacmak and jsii-docgen read. */
const TABLET = '.jsii.tabl.json';

interface Snippet {
  readonly translations: Record<string, { source: string } | undefined>;
}

/**
 * Compiles the examples of a compiled library, in the strict mode of jsii-rosetta, and translates them into every language.
 * Packages and reference pages read the result. `folder` has the assembly, `rosetta` is the program.
 */
export async function translateExamples(folder: string, rosetta: string, framework: 'cdktf' | 'cdktn'): Promise<void> {
  await must(rosetta, ['extract', '--strict', '.'], { cwd: folder });
  const frameworkIn = dirname(createRequire(join(folder, 'index.js')).resolve(`${framework}/package.json`));
  const assemblies = [join(folder, '.jsii'), join(frameworkIn, '.jsii')];
  const read = await Promise.all(assemblies.map(async (path) => JSON.parse(await readFile(path, 'utf8')) as Assembly));
  const vocabulary = vocabularyOf(read);
  const tablet = await readTablet(folder);
  for (const { translations } of Object.values(tablet.snippets)) {
    if (translations.go) translations.go.source = correctGo(translations.go.source, vocabulary);
    if (translations.java) translations.java.source = correctJava(translations.java.source, vocabulary);
  }
  await writeFile(join(folder, TABLET), JSON.stringify(tablet));
}

/** Renames members that are reserved words in Java, and turns property reads into getter calls. */
const correctJava = (code: string, { properties }: Vocabulary): string =>
  code
    .replace(/\.default\(/g, '.defaultValue(')
    .replace(/(?<=\b[a-z]\w*|\))\.([a-z]\w*)\b(?!\()/g, (all, name: string, at: number) =>
      properties.has(toGo(name)) && !isInText(code, at) ? `.get${toGo(name)}()` : all,
    );

const readTablet = async (folder: string) =>
  JSON.parse(await readFile(join(folder, TABLET), 'utf8')) as { readonly snippets: Readonly<Record<string, Snippet>> };
