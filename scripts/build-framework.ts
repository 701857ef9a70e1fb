import { chmod, copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { author, bugs, devDependencies, license, repository, version } from '../package.json';
import { FRAMEWORK } from '../projenrc/names';
import { bundleFramework, COMMAND, ENTRIES } from './framework-package/bundle';
import { declareFramework } from './framework-package/declarations';
import { makeCodecs } from './sources/codecs';
import { inRoot } from './support/paths';
import { must } from './support/run';
import { makeOnce } from './support/stamp';

/** Folder of the archive, and of what is in it. */
const FOLDER = inRoot('dist', 'framework');

/** Builds the npm package of the framework into dist/framework/, unless it is up to date. Returns the archive. */
export async function buildFramework(): Promise<string> {
  await makeCodecs();
  const made = { stamp: inRoot('dist', 'framework.stamp'), folders: [FOLDER] };
  const sources = [
    'framework',
    'scripts/framework-package',
    'scripts/packages/declarations.ts',
    'scripts/build-framework.ts',
  ];
  await makeOnce({ ...made, sources, conditions: MANIFEST }, () => writePackage(join(FOLDER, 'package')));
  return join(FOLDER, `${FRAMEWORK}-${version}.tgz`);
}

async function writePackage(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await Promise.all([bundleFramework(folder), declareFramework(folder)]);
  await writeFile(join(folder, 'bin.mjs'), `#!/usr/bin/env node\nimport './${COMMAND}.mjs';\n`);
  await chmod(join(folder, 'bin.mjs'), 0o755);
  await copyFile(inRoot('LICENSE'), join(folder, 'LICENSE'));
  await copyFile(inRoot('framework', 'README.md'), join(folder, 'README.md'));
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(MANIFEST, null, 2)}\n`);
  await must('npm', ['pack', '--silent', '--pack-destination', FOLDER], { cwd: folder });
}

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
    './package.json': './package.json',
  },
  engines: { node: '>=22.19' },
  dependencies: Object.fromEntries(
    (['@bufbuild/protobuf', '@msgpack/msgpack', 'esbuild'] as const).map((name) => [name, `^${devDependencies[name]}`]),
  ),
  peerDependencies: { bun: '>=1.4' },
  peerDependenciesMeta: { bun: { optional: true } },
};
