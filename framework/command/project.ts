import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { Provider } from '../provider';

/** The definitions of a provider, without `configure`. */
export type Described = Omit<Provider<never>, 'configure'>;

/** Loads the provider that a file of the project exports as `provider`. The file may be TypeScript and import the project's packages. */
export async function loadProvider(folder: string, file: string): Promise<Described> {
  if (!existsSync(resolve(folder, file)))
    throw new Error(`There is no ${file} in ${folder}. Name the file with --provider.`);
  const built = join(folder, `.provider-${process.pid}.mjs`);
  try {
    await build({
      absWorkingDir: folder,
      entryPoints: [file],
      outfile: built,
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      logLevel: 'silent',
    });
    const { provider } = (await import(pathToFileURL(built).href)) as { readonly provider?: Described };
    if (provider === undefined)
      throw new Error(`${file} exports no "provider". Write: export const provider = defineProvider({ … });`);
    return provider;
  } finally {
    await rm(built, { force: true });
  }
}

/** The version in the package.json of a project. */
export async function versionOf(folder: string): Promise<string> {
  const file = join(folder, 'package.json');
  const { version } = JSON.parse(await readFile(file, 'utf8')) as { readonly version?: unknown };
  if (typeof version === 'string') return version;
  throw new Error(`${file} has no "version", and --version is not given.`);
}
