import { basename } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { inRoot } from '../support/paths';

/**
 * The emulator's code in dist/emulator: everything in one file per entry, packages included, because reading a few hundred
 * files of theirs took two fifths of a start (docs/decisions/0016-emulator-in-one-file.md).
 *
 * There is one implementation, CommonJS; the ES modules hand it on, so that both worlds of one process share its classes.
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

/** Parts of Fastify that we switch off or do not call; it would load them only when asked to. */
const UNUSED = /^(@fastify\/ajv-compiler|@fastify\/fast-json-stringify-compiler|light-my-request)$/;

const withoutUnused: Plugin = {
  name: 'without-unused',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: UNUSED }, ({ path }) => ({ path, namespace: 'unused' }));
    onLoad({ filter: /.*/, namespace: 'unused' }, () => ({ contents: 'module.exports = undefined;' }));
  },
};

/** Files of their own: the emulator, where a helper for tests asks for it, and what makes certificates, which few want. */
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
  // Half the text to read at every start; names stay, for stack traces.
  minifySyntax: true,
  // Jest takes no dynamic import in CommonJS.
  supported: { 'dynamic-import': false },
  minifyWhitespace: true,
  legalComments: 'none',
  metafile: true,
  plugins: [withoutUnused, apart],
} as const satisfies BuildOptions;
