import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { bundleProvider } from '../../../../framework/packaging/bundle';
import { compileBundle } from '../../../../framework/packaging/compile';
import { hostPlatform } from '../../../../framework/packaging/platforms';
import { BUN } from '../../../../scripts/support/bun';
import { bin } from '../../../../scripts/support/paths';
import { temporaryFolder } from '../../../unit/support/temporary-folder';

const OF = { typeName: 'demo', source: 'example/demo', version: '1.2.3' };
const run = promisify(execFile);

/** The bundle of a project with these files; those of packages are below `node_modules`. */
async function bundled(files: Readonly<Record<string, string>>) {
  const folder = temporaryFolder();
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  return bundleProvider({ folder, main: 'main.ts' }, OF);
}

/** What a bundle prints on Node and as an executable, which both run where the project is not. */
async function printed({ text }: { readonly text: string }): Promise<readonly string[]> {
  const folder = temporaryFolder();
  await writeFile(join(folder, 'main.mjs'), text);
  const program = join(folder, 'program');
  const { target } = hostPlatform();
  await compileBundle(text, { target, base: BUN, bun: BUN, name: 'demo' }, program);
  const outputs = [await run(bin('node'), ['main.mjs'], { cwd: folder }), await run(program, [], { cwd: folder })];
  return outputs.map(({ stdout }) => stdout.trim());
}

it.each([
  ['top-level await', 'console.log(await Promise.resolve(1));', '1'],
  [
    'createRequire of its own URL',
    "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\nconsole.log(require('node:path').basename('a/1'));",
    '1',
  ],
  [
    'its own URL and folder',
    "const __dirname = import.meta.dirname; console.log(__dirname === new URL('.', import.meta.url).pathname.slice(0, -1));",
    'true',
  ],
  [
    'CommonJS',
    "const { basename } = require('node:path');\nconsole.log(basename(__filename));",
    'terraform-provider-demo',
  ],
])('runs on Node and as an executable: %s', { timeout: 120_000 }, async (_what, main, prints) => {
  expect(await printed(await bundled({ 'main.ts': main }))).toEqual([prints, prints]);
});

/** A package with a native module, of which another one can do without. */
const NATIVE = {
  'node_modules/native/package.json': '{ "name": "native" }',
  'node_modules/native/index.js': "module.exports = require('./build/native.node');",
  'node_modules/native/build/native.node': 'ELF',
  'node_modules/portable/index.js':
    "let fast;\ntry {\n  if (true) { fast = require('native'); }\n} catch {}\nmodule.exports = fast ? 'native' : 'portable';",
};

it('takes the fallback of a package whose native module is optional', { timeout: 120_000 }, async () => {
  const main = "import way from 'portable';\nconsole.log(way);";

  expect(await printed(await bundled({ ...NATIVE, 'main.ts': main }))).toEqual(['portable', 'portable']);
});

it.each([
  ['that it requires', NATIVE, 'native (./build/native.node)'],
  ['that a loader finds', { 'node_modules/native/index.js': "require('bindings')('x.node')" }, 'native (bindings)'],
  [
    'that only its build shows',
    { 'node_modules/native/index.js': 'process.dlopen({}, __dirname + "/x")', 'node_modules/native/binding.gyp': '{}' },
    'native',
  ],
])('refuses a package with a native module %s, by name', async (_how, files, name) => {
  await expect(bundled({ ...files, 'main.ts': "import 'native';" })).rejects.toThrow(
    `main.ts imports the native module of ${name}, which a provider cannot contain`,
  );
});

it.each([
  ["new Worker(new URL('./worker.ts', import.meta.url))", './worker.ts'],
  ['readFileSync(new URL("../data.csv", import.meta.url))', '../data.csv'],
])('refuses a file that is named by its URL, because it is not in the executable: %s', async (code, asset) => {
  const files = { 'src/worker.ts': '', 'data.csv': '', 'src/use.ts': `${code};`, 'main.ts': "import './src/use';" };

  await expect(bundled(files)).rejects.toThrow(`src/use.ts refers to ${asset} by its URL`);
});

it('accepts a URL of no file', async () => {
  await bundled({ 'main.ts': "new URL('./v1/notes', import.meta.url);" });
});
