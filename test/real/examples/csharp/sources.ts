import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { installLocked } from '../../../../scripts/support/locked-packages';
import { inRoot } from '../../../../scripts/support/paths';

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

/** Files by their paths. */
interface Sources {
  readonly files: readonly string[];
  /** Those that do not parse. */
  readonly unparsed: readonly string[];
}

/** Parses every C# file below a folder, and tells which of them have errors. */
export async function parseCSharp(folder: string): Promise<Sources> {
  await installLocked(inRoot('test/real/examples/csharp'), FOLDER, '--ignore-scripts');
  const load = createRequire(join(FOLDER, 'index.js'));
  const { Parser, Language } = load('web-tree-sitter') as TreeSitter;
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(load.resolve('tree-sitter-c-sharp/tree-sitter-c_sharp.wasm')));

  const files = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.cs'));
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return { files, unparsed: files.filter((_, at) => parser.parse(texts[at] ?? '').rootNode.hasError) };
}
