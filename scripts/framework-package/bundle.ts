import { build } from 'esbuild';
import { ROOT } from '../support/paths';

/** Modules of the package, by their name in it. */
export const ENTRIES = {
  index: 'framework/index',
  serve: 'framework/protocol/serve',
  testing: 'framework/testing/index',
  packaging: 'framework/packaging/index',
  reference: 'framework/reference/index',
} as const;

/** The command line of the package. */
export const COMMAND = 'command';

/**
 * Writes the code of the package to `folder`: ES modules that share what they have in common, so that a class is the same in all of
 * them. The dependencies stay imports.
 */
export async function bundleFramework(folder: string): Promise<void> {
  const shared = {
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
  } as const;
  const entryPoints = Object.entries({ ...ENTRIES, [COMMAND]: 'framework/command/main' });
  await build({
    ...shared,
    entryPoints: entryPoints.map(([out, file]) => ({ out, in: `${file}.ts` })),
    splitting: true,
    chunkNames: 'shared/[name]-[hash]',
  });
}
