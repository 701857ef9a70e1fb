import { chmod, copyFile, mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { author, bugs, homepage, license, repository, version } from '../package.json';
import { EMULATOR } from '../projenrc/names';
import { SEED_SCHEMA, seedSchemaText } from './emulator-docs/pages';
import { withDeclarations } from './packages/declarations';
import { bundleEmulator } from './packages/emulator-bundle';
import { makeEmulatorSources } from './sources/emulator';
import { type Bundled, bundledPackages, noticesOf } from './support/notices';
import { inRoot } from './support/paths';
import { makeOnce } from './support/stamp';

const ENTRIES = {
  index: 'emulator/index',
  jest: 'emulator/testing/jest',
  'node-test': 'emulator/testing/node-test',
  vitest: 'emulator/testing/vitest',
} as const;

/** The entries for both module systems. */
const IN_BOTH = ['index', 'jest', 'node-test'] as const;

/** The path by which the test runner helpers import the emulator, which is a separate file. */
const INDEX = '../index';
const OWN_FILE = './index.cjs';

/** What the package is made of, and by: the lock file has the versions of what is bundled. */
const SOURCES = [
  ...['emulator', 'contract', 'LICENSE', 'package.json', 'package-lock.json', 'tsconfig.code.json'],
  ...['projenrc/names.ts', 'scripts/build-emulator.ts', 'scripts/emulator-docs', 'scripts/packages', 'scripts/support'],
];

/** Builds the npm package `coffer-emulator` into dist/emulator, unless it is up to date. Returns its folder. */
export async function buildEmulator(): Promise<string> {
  const folder = inRoot('dist', 'emulator');
  await makeEmulatorSources();
  const made = { stamp: inRoot('dist', 'emulator.stamp'), folders: [folder] };
  await makeOnce({ ...made, sources: SOURCES, conditions: MANIFEST }, async () => void (await writeEmulator(folder)));
  return folder;
}

/** Writes it into a folder, which must not exist. Returns the bundled packages. */
export async function writeEmulator(folder: string): Promise<readonly Bundled[]> {
  await mkdir(folder, { recursive: true });
  await makeEmulatorSources();
  const [inputs] = await Promise.all([bundleEmulator(folder), bundleDeclarations(folder)]);
  await chmod(`${folder}/main.cjs`, 0o755);
  for (const name of IN_BOTH) {
    await writeFile(`${folder}/${name}.d.mts`, `export * from './${name}.cjs';\n`);
    await writeFile(`${folder}/${name}.mjs`, handOn(`${folder}/${name}.cjs`, `./${name}.cjs`));
  }
  const packages = await bundledPackages(inputs);
  await writeFile(`${folder}/THIRD-PARTY-NOTICES.txt`, noticesOf(packages, NOTICES_HEAD));
  await copyFile(inRoot('LICENSE'), `${folder}/LICENSE`);
  await copyFile(inRoot('emulator', 'README.md'), `${folder}/README.md`);
  await writeFile(`${folder}/${SEED_SCHEMA}`, seedSchemaText());
  await writeFile(`${folder}/package.json`, `${JSON.stringify(MANIFEST, null, 2)}\n`);
  return packages;
}

/** Writes type declarations into `folder`, one file per entry of the package, independent of any other package's types. */
async function bundleDeclarations(folder: string): Promise<void> {
  await withDeclarations(Object.values(ENTRIES), async (work) => {
    for (const name of IN_BOTH) await bundle(join(work, ENTRIES[name]), `${folder}/${name}.d.cts`);
    await bundle(join(work, ENTRIES.vitest), `${folder}/vitest.d.mts`);
  });
}

async function bundle(entry: string, file: string): Promise<void> {
  const bundled = await rollup({
    input: `${entry}.d.ts`,
    plugins: [dts()],
    external: (id) => id === INDEX || !/^[./]/.test(id),
    onwarn: ({ message }) => {
      throw new Error(`${file}: ${message}`);
    },
  });
  const { output } = await bundled.write({
    file,
    format: 'es',
    // The classes are disposable; a project without that library in its settings still has to know the type.
    banner: '/// <reference lib="esnext.disposable" />',
    paths: (id) => (id.endsWith('/emulator/index') ? OWN_FILE : id),
  });
  await bundled.close();
  const foreign = output[0].imports.filter((path) => path !== OWN_FILE);
  if (foreign.length > 0) throw new Error(`${file} needs the types of ${foreign.join(', ')}.`);
}

const NOTICES_HEAD = 'The programs in this package contain the code of these others.\n';

/** An ES module that re-exports every export of a CommonJS one by name. */
function handOn(path: string, from: string): string {
  const names = Object.keys(createRequire(path)(path) as object);
  return `export { ${names.sort().join(', ')} } from '${from}';\n`;
}

const both = (name: string) => ({
  import: { types: `./${name}.d.mts`, default: `./${name}.mjs` },
  require: { types: `./${name}.d.cts`, default: `./${name}.cjs` },
});

/** The package.json. All run-time dependencies are bundled, in the versions that are locked and tested here. */
const MANIFEST = {
  name: EMULATOR,
  version,
  description: 'Local stand-in for a secrets and S3 storage service.',
  keywords: ['coffer', 'emulator', 's3', 'secrets', 'testing'],
  author,
  repository,
  homepage,
  bugs,
  license,
  bin: { [EMULATOR]: 'main.cjs' },
  main: './index.cjs',
  types: './index.d.cts',
  exports: {
    '.': both('index'),
    './jest': both('jest'),
    './node-test': both('node-test'),
    // Vitest itself is only an ES module.
    './vitest': { types: './vitest.d.mts', default: './vitest.mjs' },
    [`./${SEED_SCHEMA}`]: `./${SEED_SCHEMA}`,
    './package.json': './package.json',
  },
  engines: { node: '>=22.13' },
  peerDependencies: { vitest: '>=3' },
  peerDependenciesMeta: { vitest: { optional: true } },
};
