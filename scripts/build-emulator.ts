import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { type BuildOptions, build } from 'esbuild';
import { license, version } from '../package.json';
import { inRoot } from './support/paths';

/** What the emulator needs at run time; everything else is part of it. */
const DEPENDENCIES = ['fastify', 'zod'] as const;

/** Builds the npm package `coffer-emulator` into dist/emulator. Gives its folder. */
export async function buildEmulator(): Promise<string> {
  const folder = inRoot('dist', 'emulator');
  await mkdir(folder, { recursive: true });
  const shared: BuildOptions = {
    bundle: true,
    platform: 'node',
    target: 'node22',
    external: [...DEPENDENCIES],
    absWorkingDir: inRoot(),
  };
  await build({
    ...shared,
    entryPoints: ['emulator/main.ts'],
    outfile: `${folder}/main.cjs`,
    format: 'cjs',
    banner: { js: '#!/usr/bin/env node' },
  });
  await build({ ...shared, entryPoints: ['emulator/index.ts'], outfile: `${folder}/index.cjs`, format: 'cjs' });
  await build({ ...shared, entryPoints: ['emulator/index.ts'], outfile: `${folder}/index.mjs`, format: 'esm' });
  await chmod(`${folder}/main.cjs`, 0o755);
  await writeFile(`${folder}/package.json`, `${JSON.stringify(await manifest(), null, 2)}\n`);
  return folder;
}

/** Its package.json, with the very versions that are locked here and tested. */
async function manifest() {
  const lock = JSON.parse(await readFile(inRoot('package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string }>;
  };
  return {
    name: 'coffer-emulator',
    version,
    description: 'Local stand-in for a secrets and S3 storage service.',
    license,
    bin: { 'coffer-emulator': 'main.cjs' },
    main: 'index.cjs',
    exports: { '.': { import: './index.mjs', require: './index.cjs' } },
    engines: { node: '>=22.13' },
    dependencies: Object.fromEntries(
      DEPENDENCIES.map((name) => [name, lock.packages[`node_modules/${name}`]?.version]),
    ),
  };
}
