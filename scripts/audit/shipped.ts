import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PLATFORMS } from '../../framework/packaging/platforms';
import { IMAGES, OWNER, REPOSITORY } from '../../projenrc/names';
import { bundleEmulator } from '../packages/emulator-bundle';
import { bundleProvider } from '../packages/provider-bundle';
import { cratesOf, type ReadOfBun } from '../release/bun/own-list';
import { bundledComponent, runtimeComponents } from '../release/sbom/components';
import { temporaryFolder } from '../support/folders';
import { bundledPackages } from '../support/notices';
import type { Component } from './query';

/** The products of VEX statements: all files of a release, and the image. */
export const FILES = `pkg:github/${OWNER}/${REPOSITORY}`;
export const IMAGE = `pkg:oci/${IMAGES.emulator.replace(/^.*\//, '')}`;

/** The packages that are bundled into the provider and into the emulator of this checkout. */
export async function packagesOfCheckout() {
  await using folder = await temporaryFolder('coffer-audit-');
  return {
    provider: await bundledPackages((await bundleProvider()).inputs),
    emulator: await bundledPackages(await bundleEmulator(folder.path)),
  };
}

/** The components that a release with these packages would have: those of the provider for every platform, and of the emulator. */
export const componentsOf = (packages: Awaited<ReturnType<typeof packagesOfCheckout>>): readonly Component[] => [
  ...PLATFORMS.flatMap((platform) =>
    at(`provider for ${platform.name}`, [...packages.provider.map(bundledComponent), ...runtimeComponents(platform)]),
  ),
  ...at('emulator', packages.emulator.map(bundledComponent)),
];

/** The components in all CycloneDX files of a folder. Throws if there are none. */
export async function componentsOfSboms(folder: string): Promise<readonly Component[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.cdx.json')).sort();
  if (names.length === 0) throw new Error(`${folder} has no bill of materials.`);
  const bills = names.map(async (name) => {
    const { components } = JSON.parse(await readFile(join(folder, name), 'utf8')) as { components: Component[] };
    return at(name, components);
  });
  return (await Promise.all(bills)).flat();
}

/** The components in a list with a package URL in each line, of the image, as `scripts/workflows/image-packages.sh` writes it. Throws if it is empty. */
export async function componentsOfList(file: string): Promise<readonly Component[]> {
  const purls = (await readFile(file, 'utf8')).split('\n').filter(Boolean);
  if (purls.length === 0) throw new Error(`${file} names no package.`);
  return purls.map((purl) => ofPurl(purl, file, IMAGE));
}

/** The crates in the parts of Bun that are written in Rust. */
export const componentsOfBun = async (read: ReadOfBun): Promise<readonly Component[]> =>
  (await cratesOf(read)).map((purl) => ofPurl(purl, 'Bun', FILES));

const at = (where: string, components: readonly Pick<Component, 'name' | 'version' | 'purl'>[]): readonly Component[] =>
  components.map(({ name, version, purl }) => ({ name, version, purl, where, product: FILES }));

const ofPurl = (purl: string, where: string, product: string): Component => {
  const [, name = purl, version = ''] = /^pkg:\w+\/([^@?#]+)@([^?#]+)/.exec(purl) ?? [];
  return { name, version: decodeURIComponent(version), purl, where, product };
};
