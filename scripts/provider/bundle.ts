import { build, type Metafile } from 'esbuild';
import { makeCodecs } from '../sources/codecs';
import { ROOT } from '../support/paths';

/** The provider's code in one file, and its inputs. */
export interface Bundle {
  readonly text: string;
  readonly inputs: Metafile['inputs'];
}

/** Bundles with esbuild: Bun alone would replace undici with its own stub. */
export async function bundleProvider(): Promise<Bundle> {
  await makeCodecs();
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
    // undici reads its own path, and Bun would write the folder of the build machine into the program.
    define: { __filename: '"terraform-provider-coffer"' },
  });
  return { text: (result.outputFiles[0] as { text: string }).text, inputs: result.metafile.inputs };
}
