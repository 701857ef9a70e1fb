import { basename } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { inRoot } from '../support/paths';

/**
 * Bundles the emulator's code into dist/emulator: one file per entry, including packages, because reading a few hundred package
 * files took two fifths of a start (internals/decisions/0016-emulator-in-one-file.md).
 *
 * The only implementation is CommonJS; the ES modules re-export it, so that both module systems in one process share its classes.
 */
export async function bundleEmulator(folder: string): Promise<Metafile['inputs']> {
  const cjs = (entry: string, name: string, more: Pick<BuildOptions, 'banner'> = {}) =>
    build({ ...SHARED, entryPoints: [entry], outfile: `${folder}/${name}.cjs`, format: 'cjs', ...more });
  const [program, index, authority] = await Promise.all([
    cjs('emulator/main.ts', 'main', { banner: { js: '#!/usr/bin/env node' } }),
    cjs('emulator/index.ts', 'index'),
    cjs('emulator/tls/authority.ts', 'authority'),
    cjs('emulator/testing/jest.ts', 'jest'),
    cjs('emulator/testing/node-test.ts', 'node-test'),
    build({
      ...SHARED,
      entryPoints: ['emulator/testing/vitest.ts'],
      outfile: `${folder}/vitest.mjs`,
      format: 'esm',
      external: ['vitest'],
    }),
  ]);
  return Object.assign({}, ...[program, index, authority].map(({ metafile }) => metafile.inputs));
}

/** Parts of Fastify that we switch off or do not call; Fastify would load them only on demand. */
const UNUSED = /^(@fastify\/ajv-compiler|@fastify\/fast-json-stringify-compiler|light-my-request)$/;

const withoutUnused: Plugin = {
  name: 'without-unused',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: UNUSED }, ({ path }) => ({ path, namespace: 'unused' }));
    onLoad({ filter: /.*/, namespace: 'unused' }, () => ({ contents: 'module.exports = undefined;' }));
  },
};

/** Separate files: the emulator, for the test helpers that import it, and certificate generation, which few users need. */
const apart: Plugin = {
  name: 'apart',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^(\.\.\/index|\.\/authority)$/ }, ({ path }) => ({
      path: `./${basename(path)}.cjs`,
      external: true,
    })),
};

const SHARED = {
  absWorkingDir: inRoot(),
  bundle: true,
  platform: 'node',
  target: 'node22',
  // Halves the code to read at every start; names stay, for stack traces.
  minifySyntax: true,
  // Jest does not support dynamic import in CommonJS.
  supported: { 'dynamic-import': false },
  minifyWhitespace: true,
  // Node quotes the line of an error that nobody caught: without a limit nearly all of the code.
  lineLimit: 120,
  legalComments: 'none',
  metafile: true,
  plugins: [withoutUnused, apart],
} as const satisfies BuildOptions;
