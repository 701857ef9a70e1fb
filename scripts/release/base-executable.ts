import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Platform } from '../../framework/packaging/platforms';
import { untar } from '../../framework/packaging/tar';
import lock from '../../package-lock.json';
import { npmPackage } from './downloads';

/** Version of the runtime in every program: that of all Bun packages in the lock file. */
export const BUN_VERSION = lock.packages['node_modules/@oven/bun-linux-x64'].version;

/** Writes Bun's own executable for a platform to `file`, from the npm package pinned in the lock file. */
export async function writeBase(platform: Platform, file: string): Promise<void> {
  const packages: Readonly<Record<string, { version?: string; integrity?: string }>> = lock.packages;
  const { version, integrity } = packages[`node_modules/${platform.basePackage}`] ?? {};
  if (!version || !integrity) throw new Error(`package-lock.json does not pin ${platform.basePackage}.`);
  const program = `package/bin/bun${platform.suffix}`;
  const files = untar(gunzipSync(await npmPackage(platform.basePackage, version, integrity)));
  const found = files.find(({ name }) => name === program);
  if (!found) throw new Error(`${platform.basePackage} ${version} has no ${program}.`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, found.data, { mode: 0o755 });
}
