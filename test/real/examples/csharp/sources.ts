import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Assembly, Type } from '../../../../scripts/constructs/go-examples';
import { installLocked } from '../../../../scripts/support/locked-packages';
import { inRoot } from '../../../../scripts/support/paths';
import { must } from '../../../../scripts/support/run';

/** What is used of web-tree-sitter, which stands beside the checkout's own packages. */
interface TreeSitter {
  readonly Parser: {
    init(): Promise<void>;
    new (): { setLanguage(language: unknown): void; parse(text: string): Tree };
  };
  readonly Language: { load(path: string): Promise<unknown> };
}

interface Tree {
  readonly rootNode: { readonly hasError: boolean };
}

const FOLDER = inRoot('build', 'csharp');

/** What is wrong with the C# that jsii has written for a library: nothing, if every list is empty. */
export interface Findings {
  readonly files: number;
  readonly types: number;
  /** Files that do not parse. */
  readonly unparsed: readonly string[];
  /** Types and members of the assembly that are in no file. */
  readonly missing: readonly string[];
}

/** Parses every C# file below a folder, and tells which of them have errors. */
export async function parseCSharp(folder: string): Promise<Pick<Findings, 'unparsed'> & Sources> {
  await installLocked(inRoot('test/real/examples/csharp'), FOLDER, '--ignore-scripts');
  const load = createRequire(join(FOLDER, 'index.js'));
  const { Parser, Language } = load('web-tree-sitter') as TreeSitter;
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(load.resolve('tree-sitter-c-sharp/tree-sitter-c_sharp.wasm')));

  const files = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.cs'));
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return { files, texts, unparsed: files.filter((_, at) => parser.parse(texts[at] ?? '').rootNode.hasError) };
}

/** Files by their paths, and what stands in each. */
interface Sources {
  readonly files: readonly string[];
  readonly texts: readonly string[];
}

/**
 * Parses the C# of a library, which nothing here can compile, and looks for every type and member of its assembly.
 *
 * @param dist folder of the packages of the library
 */
export async function examineCSharp(dist: string): Promise<Findings> {
  const { files, texts, unparsed } = await parseCSharp(join(dist, 'dotnet'));
  const types = Object.values((await assemblyIn(dist)).types);
  const missing = types.flatMap((type) => {
    const its = texts.filter((text) => text.includes(`fullyQualifiedName: "${type.fqn}"`));
    if (its.length === 0) return [type.fqn];
    const has = (name: string) => its.some((text) => text.includes(`(name: "${name}"`));
    return membersOf(type)
      .filter((name) => !has(name))
      .map((name) => `${type.fqn}.${name}`);
  });
  return { files: files.length, types: types.length, unparsed, missing };
}

function membersOf({ methods = [], properties = [], members = [] }: Type): readonly string[] {
  return [...methods, ...properties, ...members].map(({ name }) => name);
}

/** The assembly as the package for npm has it. */
async function assemblyIn(dist: string): Promise<Assembly> {
  const [archive = ''] = await readdir(join(dist, 'js'));
  const { stdout } = await must('tar', ['-xzOf', join(dist, 'js', archive), 'package/.jsii']);
  return JSON.parse(stdout) as Assembly;
}
