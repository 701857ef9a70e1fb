import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';

/** Files that code loads at run time by path, which a program of one file does not contain: native modules, and assets beside a source file. */

/** Packages that load the native module of their importer. */
const LOADERS = [
  'bindings',
  'node-gyp-build',
  'node-gyp-build-optional-packages',
  '@mapbox/node-pre-gyp',
  'pkg-prebuilds',
];

const NAMESPACE = 'native-module';

/** Bundles native modules, and what loads them, as modules that throw at run time: code with a fallback then takes it. */
export const nativeModules: Plugin = {
  name: NAMESPACE,
  setup({ onResolve, onLoad }) {
    const filter = new RegExp(`\\.node$|^(?:${LOADERS.join('|')})$`);
    onResolve({ filter }, ({ path, importer }) => ({ path: `${packageOf(importer)} (${path})`, namespace: NAMESPACE }));
    onLoad({ filter: /./, namespace: NAMESPACE }, ({ path }) => ({
      contents: `throw new Error(${JSON.stringify(`A provider cannot contain the native module of ${path}.`)});`,
    }));
  },
};

/** The folder of the package that a file belongs to; undefined if it belongs to none. */
const packageFolder = (file: string): string | undefined => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0];

/** Its name; the file itself if it belongs to none. */
const packageOf = (file: string): string => packageFolder(file)?.replace(/^.*node_modules\//, '') ?? file;

/** Rejects with the name of the package if the code reaches a native module without a `try` on the way. Inputs are relative to `folder`. */
export async function requireNoNativeModules(folder: string, metafile: Metafile): Promise<void> {
  const { inputs, outputs } = metafile;
  const [main = ''] = Object.values(outputs).flatMap(({ entryPoint = [] }) => entryPoint);
  const gyp = gypPackages(folder, metafile);
  if (!Object.keys(inputs).some(isNative) && gyp.length === 0) return;
  const reached = new Set([main]);
  for (const path of reached) {
    const name = isNative(path) ? path.slice(NAMESPACE.length + 1) : gyp.find((one) => packageFolder(path) === one);
    if (name !== undefined)
      throw new Error(
        `${main} imports the native module of ${packageOf(name)}, which a provider cannot contain: its executable is one file. Use a package without native code.`,
      );
    const imports = inputs[path]?.imports ?? [];
    const text = imports.some(isCall) ? await readFile(join(folder, path), 'utf8') : '';
    for (const one of imports) if (!(isCall(one) && isTried(text, one.original))) reached.add(one.path);
  }
}

/** Folders of bundled packages that are built by node-gyp and do not show where they load the result. */
function gypPackages(folder: string, { inputs }: Metafile): readonly string[] {
  const folders = new Set(Object.keys(inputs).flatMap((path) => packageFolder(path) ?? []));
  const loading = Object.entries(inputs).flatMap(([path, { imports }]) =>
    imports.some((one) => isNative(one.path)) ? (packageFolder(path) ?? []) : [],
  );
  return [...folders].filter((one) => !loading.includes(one) && existsSync(join(folder, one, 'binding.gyp')));
}

const isNative = (path: string) => path.startsWith(`${NAMESPACE}:`);
const isCall = ({ kind }: Metafile['inputs'][string]['imports'][number]) =>
  kind === 'require-call' || kind === 'dynamic-import';

/** True if every `require("name")` or `import("name")` in a text is inside a `try` block, judged by its braces. */
function isTried(text: string, name = ''): boolean {
  const calls = [...text.matchAll(/\b(?:require|import)\(\s*(['"`])(.*?)\1/g)].filter((call) => call[2] === name);
  return calls.length > 0 && calls.every(({ index }) => isInTry(text.slice(0, index)));
}

/** True if a block that is open at the end of a text follows `try`. */
function isInTry(text: string): boolean {
  let closed = 0;
  for (let at = text.length - 1; at >= 0; at -= 1) {
    if (text[at] === '}') closed += 1;
    if (text[at] !== '{') continue;
    if (closed > 0) closed -= 1;
    else if (/\btry\s*$/.test(text.slice(0, at))) return true;
  }
  return false;
}

const ASSET = /\bnew URL\(\s*(['"`])(\.{1,2}\/[^'"`]+)\1\s*,\s*import\.meta\.url\s*\)/g;

/** Rejects if the project's own code names a file beside it with `new URL('./file', import.meta.url)`. */
export async function requireNoAssets(folder: string, inputs: Metafile['inputs']): Promise<void> {
  for (const input of Object.keys(inputs)) {
    if (!/\.[cm]?[jt]sx?$/.test(input) || input.includes('node_modules/') || input.includes(':')) continue;
    const file = resolve(folder, input);
    for (const [, , asset = ''] of (await readFile(file, 'utf8')).matchAll(ASSET)) {
      if (existsSync(resolve(dirname(file), asset)))
        throw new Error(
          `${input} refers to ${asset} by its URL, and the executable is one file, without ${asset}: import it instead (.json and .txt are bundled), or run a worker from the text of its code (eval: true).`,
        );
    }
  }
}
