import { link, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../../framework/packaging/hashes';
import { MIRRORS, type ProviderPackage } from '../../framework/packaging/mirrors';
import type { Release } from './provider-packages';

/*
 * The OCI image layout that OpenTofu's `oci_mirror` reads: an index for the version, a manifest for each platform, and the archive
 * of the release as its only layer. Tools such as ORAS copy it to a registry unchanged.
 */

const INDEX = 'application/vnd.oci.image.index.v1+json';
const MANIFEST = 'application/vnd.oci.image.manifest.v1+json';
const EMPTY = 'application/vnd.oci.empty.v1+json';
const PROVIDER = 'application/vnd.opentofu.provider';
const TARGET = 'application/vnd.opentofu.provider-target';

export interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
  readonly [more: string]: unknown;
}

/** Adds one platform to the layout. Returns its descriptor for the index of the version. */
export async function addToOciLayout({ folder }: Release, made: ProviderPackage): Promise<Descriptor> {
  const { platform, archive, archiveName } = made;
  const digest = sha256(archive);
  await mkdir(blobs(folder), { recursive: true });
  await link(join(folder, archiveName), join(blobs(folder), digest));
  const layer = { mediaType: 'archive/zip', digest: `sha256:${digest}`, size: archive.length };
  const config = await addBlob(folder, EMPTY, {});
  const manifest = await addBlob(folder, MANIFEST, {
    schemaVersion: 2,
    mediaType: MANIFEST,
    artifactType: TARGET,
    config: { ...config, data: Buffer.from('{}').toString('base64') },
    layers: [{ ...layer, annotations: { 'org.opencontainers.image.title': archiveName } }],
  });
  return { ...manifest, artifactType: TARGET, platform: { architecture: platform.arch, os: platform.os } };
}

/** Writes the index of the version, and the file that points to it. */
export async function writeOciIndex({ folder, version }: Release, platforms: readonly Descriptor[]): Promise<void> {
  const index = await addBlob(folder, INDEX, {
    schemaVersion: 2,
    mediaType: INDEX,
    artifactType: PROVIDER,
    manifests: platforms,
  });
  // A tag cannot contain a plus sign; OpenTofu reads an underscore as one.
  const annotations = { 'org.opencontainers.image.ref.name': version.replace('+', '_') };
  const layout = join(folder, MIRRORS, 'oci');
  const top = { schemaVersion: 2, mediaType: INDEX, manifests: [{ ...index, artifactType: PROVIDER, annotations }] };
  await writeFile(join(layout, 'index.json'), JSON.stringify(top));
  await writeFile(join(layout, 'oci-layout'), JSON.stringify({ imageLayoutVersion: '1.0.0' }));
}

const blobs = (folder: string) => join(folder, MIRRORS, 'oci/blobs/sha256');

async function addBlob(folder: string, mediaType: string, value: unknown): Promise<Descriptor> {
  const data = Buffer.from(JSON.stringify(value));
  const digest = sha256(data);
  await writeFile(join(blobs(folder), digest), data);
  return { mediaType, digest: `sha256:${digest}`, size: data.length };
}
