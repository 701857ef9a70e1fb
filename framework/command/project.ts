import { existsSync, rmSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { requireSound } from '../define-provider';
import type { Reference } from '../reference/pages';

/**
 * Loads and so runs the file of the project that exports the provider as `provider`. It may be TypeScript and import the project's packages.
 * Rejects for a file that is not there, cannot be bundled, throws, exits or exports none, and for a provider with mistakes in its definition. One
 * that waits, with nothing left that could end that, ends the process with a message and exit code 1; there is no time limit. While it is
 * loaded, its bundle `.provider-PID.mjs` lies in the folder, whose path is absolute. To be called once in a process.
 */
export async function loadProvider(folder: string, file: string): Promise<Reference['provider']> {
  if (!existsSync(resolve(folder, file)))
    throw new Error(`There is no ${file} in ${folder}. Name the file with --provider.`);
  const built = join(folder, `.provider-${process.pid}.mjs`);
  // Node ends without a word when nothing is left to wait for.
  const tellWaiting = (code: number) => {
    rmSync(built, { force: true });
    if (code === 1) return; // for an error that nothing caught, which Node shows
    console.error(`${file} waits for something that never comes while it is loaded.`);
    process.exitCode = 1;
  };
  const { exit } = process;
  process.exit = (code) => {
    throw new Error(`${file} calls process.exit(${code ?? ''}) while it is loaded.`);
  };
  process.once('exit', tellWaiting);
  try {
    await build({
      absWorkingDir: folder,
      entryPoints: [file],
      outfile: built,
      bundle: true,
      platform: 'node',
      format: 'esm',
      // CommonJS requires packages at run time.
      banner: {
        js: "import { createRequire as require_of } from 'node:module';\nconst require = require_of(import.meta.url);",
      },
      packages: 'external',
      logLevel: 'silent',
    });
    const exported = (await import(pathToFileURL(built).href)) as Exports & { readonly default?: Exports };
    const provider = exported.provider ?? exported.default?.provider; // of CommonJS
    if (!provider)
      throw new Error(`${file} exports nothing as "provider". Write: export const provider = defineProvider({ … });`);
    requireSound(provider);
    return provider;
  } finally {
    process.exit = exit;
    process.off('exit', tellWaiting);
    await rm(built, { force: true });
  }
}

type Exports = Partial<Pick<Reference, 'provider'>>;

/** The version in the package.json of a project, as it is there. Rejects if the file has none, is not there or is no JSON. */
export async function versionOf(folder: string): Promise<string> {
  const file = join(folder, 'package.json');
  const { version } = JSON.parse(await readFile(file, 'utf8')) as { readonly version?: unknown };
  if (typeof version === 'string') return version;
  throw new Error(`${file} has no "version", and --version is not given.`);
}
