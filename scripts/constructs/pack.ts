import { existsSync } from 'node:fs';
import { cp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Target } from '../packages/chapters';
import type { Library } from '../packages/library';
import { readmeOf, referenceOf } from '../packages/readme';
import { bin, inRoot } from '../support/paths';
import { must } from '../support/run';
import { addReference, type Pages, writePages } from './add-reference';
import { CODE_ONLY } from './languages';
import { MAVEN_REPOSITORY } from './maven';
import { REFERENCE_FOLDER, referencePages } from './reference-pages';

export interface Compiled {
  readonly library: Library;
  /** Folder of its assembly. */
  readonly folder: string;
  /** The jsii-pacmak that belongs to its framework. */
  readonly pacmak: string;
  /** Output folder; each package has a subfolder named after its target. */
  readonly outdir: string;
}

/**
 * Packs the code of {@link CODE_ONLY}, then a compiled library for these languages concurrently, each with its own README and reference. jsii has one
 * README for all languages, in the assembly, so each language gets a copy of the assembly.
 */
export async function pack(compiled: Compiled, targets: readonly Target[]): Promise<void> {
  await Promise.all(CODE_ONLY.map((target) => packOne(compiled, target, ['--code-only'])));
  const options = ['--maven-local-repository', MAVEN_REPOSITORY];
  await Promise.all(targets.map((target) => packOne(compiled, target, options)));
}

async function packOne({ library, folder, pacmak, outdir }: Compiled, target: Target, options: readonly string[]) {
  const copy = `${folder}-${target}`;
  try {
    // A build that was ended has left it.
    await rm(copy, { recursive: true, force: true });
    await cp(folder, copy, { recursive: true, filter: (path) => path !== join(folder, 'node_modules') });
    // Packages hold a package of npm, whose files keep the modes that they have here, under any umask of the checkout.
    await must('chmod', ['-R', 'u=rwX,go=rX', copy]);
    // The copy is a sibling of the folder, so modules in parent folders are found, too.
    const modules = join(folder, 'node_modules');
    if (existsSync(modules)) await symlink(modules, join(copy, 'node_modules'));
    const page = readmeOf(library, target);
    const assembly = JSON.parse(await readFile(join(copy, '.jsii'), 'utf8')) as object;
    await writeFile(join(copy, '.jsii'), JSON.stringify({ ...assembly, readme: { markdown: page } }, null, 2));
    await writeFile(join(copy, 'README.md'), page);
    const pages = await readPages(dirname(referencePage(library, referenceOf(library, target).page)));
    if (target === 'js') await writePages(copy, pages);
    await must(pacmak, ['--target', target, '--outdir', outdir, ...options], { cwd: copy });
    await addReference(join(outdir, target), pages);
    if (target === 'go') await addSecretValueText(outdir, library);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/**
 * Adds to the Go package what keeps a `SecretValue` from being written as the fields of its proxy: `fmt` and encoders write the placeholder of
 * `toJSON`, which is an error at synthesis in the code of a stack (C13). `fmt` writes a panic as text, so these methods cannot refuse.
 */
async function addSecretValueText(outdir: string, { go: { packageName } }: Library): Promise<void> {
  await writeFile(join(outdir, 'go', packageName, 'SecretValue_text.go'), methods(packageName));
}

const methods = (packageName: string) => `package ${packageName}

import "fmt"

// String returns a placeholder. In the code of a stack it is an error at synthesis.
func (j *jsiiProxy_SecretValue) String() string {
	return *j.ToJSON()
}

// Format writes the placeholder, whatever the verb.
func (j *jsiiProxy_SecretValue) Format(state fmt.State, _ rune) {
	fmt.Fprint(state, j.String())
}

// MarshalText returns the placeholder, for JSON and other formats.
func (j *jsiiProxy_SecretValue) MarshalText() ([]byte, error) {
	return []byte(j.String()), nil
}
`;

/** The languages, as named by jsii-docgen; also the names of the pages. */
const LANGUAGES = ['typescript', 'python', 'java', 'go', 'csharp'] as const;

/** Folder that the build of a library's packages leaves its reference in. */
export const referenceFolder = ({ npm }: Library) => inRoot('build/reference', npm);

export const referencePage = (library: Library, page: string) => join(referenceFolder(library), page);

/**
 * Writes the reference from the doc comments: for each language a folder with the contents and a page for each type, with its names and examples.
 * `assembly` is the folder of the compiled library, with its translated examples.
 */
export async function writeReference(assembly: string, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  for (const language of LANGUAGES) {
    const [root = '', l1 = ''] = await Promise.all(
      ['root', 'l1'].map(async (submodule) => {
        const file = join(assembly, `reference-${language}-${submodule}.md`);
        const options = ['--submodule', submodule, '--language', language, '--output', file];
        await must(bin('jsii-docgen'), options, { cwd: assembly });
        const text = await readFile(file, 'utf8');
        await rm(file);
        return text;
      }),
    );
    const { name } = JSON.parse(await readFile(join(assembly, '.jsii'), 'utf8')) as { name: string };
    const pages = referencePages(`Reference of \`${name}\``, root, l1);
    await writePages(join(folder, language), new Map([...pages].map(([path, text]) => [path, Buffer.from(text)])));
  }
}

/** The text of the reference of a library in a language: the pages of its types, without the low-level ones, one after the other. */
export async function referenceText(library: Library, language: string): Promise<string> {
  const folder = join(referenceFolder(library), language, REFERENCE_FOLDER);
  const pages = [...(await readPages(folder))]
    .filter(([path]) => !path.includes('/'))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return pages.map(([, page]) => page.toString()).join('\n');
}

/** The pages in a folder, by their path. */
async function readPages(folder: string): Promise<Pages> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return new Map(await Promise.all(files.map(async (file) => [relative(folder, file), await readFile(file)] as const)));
}
