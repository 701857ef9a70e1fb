import { resolve } from 'node:path';
import { build, type Metafile, type OutputFile } from 'esbuild';
import { type ProviderVersion, programPrefix } from './names';
import { nativeModules, requireNoAssets, requireNoNativeModules } from './unbundled-files';

/** The provider's code in one file. */
export interface Bundle {
  /** A minified ES module for Node 22 or Bun, with all packages in it. */
  readonly text: string;
  /** The source map of the text, as JSON. */
  readonly map: string;
  /** The files that it is made of, by path relative to the folder of the code. */
  readonly inputs: Metafile['inputs'];
}

/** The location of a provider's code. */
export interface Code {
  readonly folder: string;
  /** Its main file, which calls `serve`; relative to the folder. */
  readonly main: string;
}

/** What CommonJS packages use and ES modules lack. */
const COMMONJS = `import { createRequire } from 'node:module';
const require = createRequire(import.meta.url), __dirname = import.meta.dirname;`;

/**
 * Bundles with esbuild (Bun has a stub for undici), whose messages go to stderr. Rejects with errors, and for files that the code needs at run time and
 * a bundle cannot have. `__filename` is the program's prefix.
 */
export async function bundleProvider({ folder, main }: Code, of: ProviderVersion): Promise<Bundle> {
  const result = await build({
    absWorkingDir: resolve(folder),
    entryPoints: [main],
    outfile: 'main.mjs',
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node22',
    format: 'esm',
    banner: { js: COMMONJS },
    // The ES modules of a package, where it has both: nothing unused is bundled, and fewer functions run at the start.
    mainFields: ['module', 'main'],
    minify: true,
    sourcemap: 'external',
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
    plugins: [nativeModules],
    // undici reads its own path, and Bun would write the folder of the build machine into the program.
    define: {
      __filename: JSON.stringify(programPrefix(of)),
      'process.env.TERRAFORM_PROVIDER_VERSION': JSON.stringify(of.version),
    },
  });
  const { inputs } = result.metafile;
  await requireNoNativeModules(resolve(folder), result.metafile);
  await requireNoAssets(resolve(folder), inputs);
  const [map, text] = result.outputFiles as [OutputFile, OutputFile];
  return { text: text.text, map: map.text, inputs };
}
