import { chmod, copyFile, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { author, bugs, devDependencies, license, repository, version } from '../package.json';
import { CREATOR, FRAMEWORK } from '../projenrc/names';
import { withDeclarations } from './packages/declarations';
import { makeCodecs } from './sources/codecs';
import { inRoot, ROOT } from './support/paths';
import { must } from './support/run';
import { makeOnce } from './support/stamp';

const ENTRIES = {
  index: 'framework/index',
  serve: 'framework/protocol/serve',
  testing: 'framework/testing/index',
  packaging: 'framework/packaging/index',
  reference: 'framework/reference/index',
} as const;

/** Folder of the archive, and of what is in it. */
const FOLDER = inRoot('dist', 'framework');

/** The archives for npm: of the framework, and of what `npm create` runs. */
export interface FrameworkArchives {
  readonly framework: string;
  readonly creator: string;
}

/** Builds the npm packages of the framework into dist/framework/, unless they are up to date. */
export async function buildFramework(): Promise<FrameworkArchives> {
  await makeCodecs();
  const made = { stamp: inRoot('dist', 'framework.stamp'), folders: [FOLDER] };
  const sources = ['framework', 'scripts/packages/declarations.ts', 'scripts/build-framework.ts'];
  await makeOnce({ ...made, sources, conditions: [MANIFEST, CREATOR_MANIFEST] }, async () => {
    await writePackage(join(FOLDER, 'package'));
    await writeCreator(join(FOLDER, 'create'));
  });
  const archive = (name: string) => join(FOLDER, `${name}-${version}.tgz`);
  return { framework: archive(FRAMEWORK), creator: archive(CREATOR) };
}

async function writePackage(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await Promise.all([bundleFramework(folder), declareFramework(folder)]);
  await writeFile(join(folder, 'bin.mjs'), `#!/usr/bin/env node\nimport './command.mjs';\n`);
  await chmod(join(folder, 'bin.mjs'), 0o755);
  await copyFile(inRoot('LICENSE'), join(folder, 'LICENSE'));
  await copyFile(inRoot('framework', 'README.md'), join(folder, 'README.md'));
  await cp(inRoot('framework', 'docs'), join(folder, 'docs'), { recursive: true });
  await cp(inRoot('framework', 'command', 'template'), join(folder, 'template'), { recursive: true });
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(MANIFEST, null, 2)}\n`);
  await must('npm', ['pack', '--silent', '--pack-destination', FOLDER], { cwd: folder });
}

/** Writes the package that `npm create terraform-provider-kit NAME` runs, and packs it beside the other one. */
async function writeCreator(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const program = `#!/usr/bin/env node\nprocess.argv.splice(2, 0, 'new');\nawait import('${FRAMEWORK}/command');\n`;
  await writeFile(join(folder, 'bin.mjs'), program, { mode: 0o755 });
  await copyFile(inRoot('LICENSE'), join(folder, 'LICENSE'));
  const readme = await readFile(inRoot('framework', 'command', 'creator', 'README.md'), 'utf8');
  await writeFile(join(folder, 'README.md'), readme.replaceAll('VERSION', version));
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(CREATOR_MANIFEST, null, 2)}\n`);
  await must('npm', ['pack', '--silent', '--pack-destination', FOLDER], { cwd: folder });
}

/** Writes the package's code to `folder`: ES modules with shared parts, so that a class is the same in all of them. Dependencies stay imports. */
async function bundleFramework(folder: string): Promise<void> {
  const entryPoints = Object.entries({ ...ENTRIES, command: 'framework/command/main' });
  await build({
    absWorkingDir: ROOT,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node22',
    format: 'esm',
    packages: 'external',
    legalComments: 'none',
    logLevel: 'warning',
    entryPoints: entryPoints.map(([out, file]) => ({ out, in: `${file}.ts` })),
    splitting: true,
    chunkNames: 'shared/[name]-[hash]',
  });
}

/** Writes the type declarations of the package into `folder`, a file per module, which share what they have in common. */
const declareFramework = (folder: string): Promise<void> =>
  withDeclarations(Object.values(ENTRIES), async (work) => {
    const bundled = await rollup({
      input: Object.fromEntries(Object.entries(ENTRIES).map(([name, entry]) => [name, join(work, `${entry}.d.ts`)])),
      plugins: [dts()],
      external: (id) => !/^[./]/.test(id),
      onwarn: ({ message }) => {
        throw new Error(message);
      },
    });
    await bundled.write({
      dir: folder,
      format: 'es',
      entryFileNames: '[name].d.mts',
      chunkFileNames: 'shared/[name].mts',
    });
    await bundled.close();
  });

const module = (name: string) => ({ types: `./${name}.d.mts`, default: `./${name}.mjs` });

/** The package.json. The dependencies are those that the repository tests with. */
const MANIFEST = {
  name: FRAMEWORK,
  version,
  description: 'Terraform and OpenTofu providers in TypeScript.',
  keywords: ['opentofu', 'plugin-framework', 'provider', 'terraform'],
  author,
  repository: { ...repository, directory: 'framework' },
  bugs,
  license,
  type: 'module',
  bin: { [FRAMEWORK]: 'bin.mjs' },
  exports: {
    '.': module('index'),
    ...Object.fromEntries(
      Object.keys(ENTRIES)
        .filter((name) => name !== 'index')
        .map((name) => [`./${name}`, module(name)]),
    ),
    './command': './command.mjs',
    './package.json': './package.json',
  },
  engines: { node: '>=22.19' },
  dependencies: Object.fromEntries(
    (['@bufbuild/protobuf', '@msgpack/msgpack', 'esbuild'] as const).map((name) => [name, `^${devDependencies[name]}`]),
  ),
  peerDependencies: { bun: '>=1.4' },
  peerDependenciesMeta: { bun: { optional: true } },
};

/** The package.json of what `npm create` runs. */
const CREATOR_MANIFEST = {
  name: CREATOR,
  version,
  description: `Begins a provider with ${FRAMEWORK}: npm create ${FRAMEWORK} NAME`,
  author,
  repository: { ...repository, directory: 'framework' },
  bugs,
  license,
  type: 'module',
  bin: 'bin.mjs',
  engines: MANIFEST.engines,
  dependencies: { [FRAMEWORK]: version },
};
