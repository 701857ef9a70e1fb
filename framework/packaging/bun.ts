import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { hostPlatform, type Platform } from './platforms';
import { untar } from './tar';

/** Bun's executable for one platform, as npm has installed it. */
export interface Bun {
  /** Absolute path of the executable. */
  readonly path: string;
  /** Such as `1.2.3`. */
  readonly version: string;
  /** Path of the package.json of its package. */
  readonly manifest: string;
}

/**
 * Bun for a platform, by default this one, among the packages that code in `folder` can import; undefined if it is not there. The install script of
 * the package `bun` may have moved it into that. Throws if no provider is built for this platform.
 */
export function findBun(folder: string, platform: Platform = hostPlatform()): Bun | undefined {
  const require = createRequire(resolve(folder, 'package.json'));
  for (const place of [() => require, () => createRequire(require.resolve('bun/package.json'))]) {
    try {
      const from = place();
      const manifest = from.resolve(`${platform.basePackage}/package.json`);
      const { version } = require(manifest) as { readonly version: string };
      const own = join(dirname(manifest), 'bin', `bun${platform.suffix}`);
      const path = existsSync(own) ? own : join(dirname(from.resolve('bun/package.json')), 'bin', 'bun.exe');
      return { path, version, manifest };
    } catch {
      // Not installed there: try the next place.
    }
  }
  return undefined;
}

/** Like {@link findBun} for this machine, but throws an error that says how to install Bun. */
export function requireBun(folder: string): Bun {
  const found = findBun(folder);
  if (found) return found;
  throw new Error(
    `Bun, which compiles providers, is not among the packages of ${folder}. Install it: npm install --save-dev bun`,
  );
}

/** Writes Bun's executable for a platform, in the installed version, or else as `npm pack` gets it in `folder`, each time. Rejects without Bun. */
export async function writeBase(folder: string, platform: Platform, file: string): Promise<void> {
  const { version } = requireBun(folder);
  const installed = findBun(folder, platform);
  await mkdir(dirname(file), { recursive: true });
  const data =
    installed?.version === version ? await readFile(installed.path) : await download(folder, platform, version);
  await writeFile(file, data, { mode: 0o755 });
}

async function download(folder: string, { basePackage, suffix }: Platform, version: string): Promise<Buffer> {
  const work = await mkdtemp(join(tmpdir(), 'bun-'));
  try {
    // npm checks the archive against the hash that its registry names.
    await promisify(execFile)('npm', ['pack', '--loglevel=error', `${basePackage}@${version}`], {
      cwd: folder, // npm reads the settings of the project there, such as its registry
      env: { ...process.env, npm_config_pack_destination: work },
      shell: process.platform === 'win32',
    });
    const [archive = ''] = await readdir(work);
    const files = untar(gunzipSync(await readFile(join(work, archive))));
    const found = files.find(({ name }) => name === `package/bin/bun${suffix}`);
    if (!found) throw new Error(`${basePackage} ${version} has no bin/bun${suffix}.`);
    return found.data;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
