import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { inRoot } from '../support/paths';

/**
 * The emulator's code in dist/emulator: everything in one file per entry, packages included, because reading a few hundred
 * files of theirs took two fifths of a start (docs/decisions/0016-emulator-in-one-file.md).
 *
 * There is one implementation, CommonJS; the ES modules hand it on, so that both worlds of one process share its classes.
 */
export async function bundleEmulator(folder: string): Promise<Metafile> {
  const cjs = (entry: string, name: string, more: Pick<BuildOptions, 'banner' | 'plugins'> = {}) =>
    build({ ...SHARED, entryPoints: [entry], outfile: `${folder}/${name}.cjs`, format: 'cjs', ...more });
  const [program, index] = await Promise.all([
    cjs('emulator/main.ts', 'main', { banner: { js: '#!/usr/bin/env node' } }),
    cjs('emulator/index.ts', 'index'),
    cjs('emulator/testing/jest.ts', 'jest', { plugins: [indexApart('./index.cjs')] }),
    build({
      ...SHARED,
      entryPoints: ['emulator/testing/vitest.ts'],
      outfile: `${folder}/vitest.mjs`,
      format: 'esm',
      external: ['vitest'],
      plugins: [indexApart('./index.cjs')],
    }),
  ]);
  return { inputs: { ...program.metafile.inputs, ...index.metafile.inputs }, outputs: {} };
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

/** Leaves the emulator itself to its own file, `path`. */
const indexApart = (path: string): Plugin => ({
  name: 'index-apart',
  setup: ({ onResolve }) => onResolve({ filter: /^\.\.\/index$/ }, () => ({ path, external: true })),
});

const SHARED = {
  absWorkingDir: inRoot(),
  bundle: true,
  platform: 'node',
  target: 'node22',
  // Half the text to read at every start; names stay, for stack traces.
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  metafile: true,
  plugins: [withoutUnused],
} as const satisfies BuildOptions;
