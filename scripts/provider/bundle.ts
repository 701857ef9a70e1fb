import { build, type Metafile } from 'esbuild';
import { ROOT } from '../support/paths';

/** The provider's code in one file, and what it was made from. */
export interface Bundle {
  readonly text: string;
  readonly inputs: Metafile['inputs'];
}

/** esbuild makes the bundle. Bun alone would put a stub of its own in the place of undici. */
export async function bundleProvider(): Promise<Bundle> {
  const result = await build({
    absWorkingDir: ROOT,
    entryPoints: ['provider/main.ts'],
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node22',
    format: 'cjs',
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
    // undici asks where it is, and Bun would write the folder of the building machine into the program.
    define: { __filename: '"terraform-provider-coffer"' },
  });
  return { text: (result.outputFiles[0] as { text: string }).text, inputs: result.metafile.inputs };
}
