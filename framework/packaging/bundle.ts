import { resolve } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { type ProviderVersion, programPrefix } from './names';

/** The provider's code in one file. */
export interface Bundle {
  /** A minified CommonJS module for Node 22 or Bun, with all packages in it. */
  readonly text: string;
  /** The files that it is made of, by path relative to the folder of the code. */
  readonly inputs: Metafile['inputs'];
}

/** The location of a provider's code. */
export interface Code {
  readonly folder: string;
  /** Its main file, which calls `serve`; relative to the folder. */
  readonly main: string;
}

/** Bundles with esbuild (Bun has a stub for undici), whose messages go to stderr; rejects with errors. `__filename` is the program's prefix. */
export async function bundleProvider({ folder, main }: Code, of: ProviderVersion): Promise<Bundle> {
  const result = await build({
    absWorkingDir: resolve(folder),
    entryPoints: [main],
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node22',
    format: 'cjs',
    // The ES modules of a package, where it has both: nothing unused is bundled, and fewer functions run at the start.
    mainFields: ['module', 'main'],
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
    // undici reads its own path, and Bun would write the folder of the build machine into the program.
    define: {
      __filename: JSON.stringify(programPrefix(of)),
      'process.env.TERRAFORM_PROVIDER_VERSION': JSON.stringify(of.version),
    },
  });
  return { text: (result.outputFiles[0] as { text: string }).text, inputs: result.metafile.inputs };
}
