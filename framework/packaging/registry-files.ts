import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from './hashes';
import type { Layout } from './mirrors';
import { archiveName, manifestName, sumsName } from './names';
import type { Platform } from './platforms';

/** The manifest tells registries the provider's plugin protocol; without it they assume 5.0. */
const MANIFEST = { version: 1, metadata: { protocol_versions: ['6.0'] } };

/** Writes the manifest and `SHA256SUMS` beside the archives. The sums cover the manifest and the archive of each platform, which must exist. */
export async function writeRegistryFiles(layout: Layout, platforms: readonly Platform[]): Promise<void> {
  const { folder } = layout;
  await writeFile(join(folder, manifestName(layout)), `${JSON.stringify(MANIFEST, null, 2)}\n`);
  const names = [...new Set(platforms.map((one) => archiveName(layout, one))), manifestName(layout)].sort();
  const lines = await Promise.all(
    names.map(async (name) => `${sha256(await readFile(join(folder, name)))}  ${name}\n`),
  );
  await writeFile(join(folder, sumsName(layout)), lines.join(''));
}
