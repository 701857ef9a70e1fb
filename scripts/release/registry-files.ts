import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PLATFORMS } from '../support/platforms';
import { sha256 } from './hashes';
import { archiveName, manifestName, sumsName } from './names';
import type { Release } from './provider-packages';

/** Tells registries the provider's plugin protocol; without it they assume 5.0. */
const MANIFEST = { version: 1, metadata: { protocol_versions: ['6.0'] } };

/** Writes the manifest and `SHA256SUMS`, which covers the manifest and every archive. The archives must exist already. */
export async function writeRegistryFiles({ version, folder }: Release): Promise<void> {
  await writeFile(join(folder, manifestName(version)), `${JSON.stringify(MANIFEST, null, 2)}\n`);
  const names = [...PLATFORMS.map((platform) => archiveName(version, platform)), manifestName(version)].sort();
  const lines = await Promise.all(
    names.map(async (name) => `${sha256(await readFile(join(folder, name)))}  ${name}\n`),
  );
  await writeFile(join(folder, sumsName(version)), lines.join(''));
}
