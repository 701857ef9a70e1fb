import { sha256 } from '../../../framework/packaging/hashes';
import type { Platform } from '../../../framework/packaging/platforms';
import type { Bundled } from '../../support/notices';
import { BUN, type BunLibrary, bunLibraries } from '../bun/libraries';
import { GLIBC } from '../glibc';

/** An artefact, or a component of one. */
export interface Component {
  readonly type: 'application' | 'library' | 'platform';
  readonly name: string;
  readonly version: string;
  /** Package URL: its origin. */
  readonly purl?: string;
  /** Its name in the National Vulnerability Database. */
  readonly cpe?: string;
  /** Licence as an SPDX expression, or a few words if there is none. */
  readonly license: string;
  /** SHA-256 of its file. */
  readonly sha256?: string;
}

export const bundledComponent = ({ name, version, license }: Bundled): Component => ({
  type: 'library',
  name,
  version,
  purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
  license,
});

/** Components of a compiled program other than the bundle: the runtime, the libraries linked into it, and the C library of linux packages. */
export function runtimeComponents(platform: Platform): readonly Component[] {
  const linked = bunLibraries(platform).map((library) => runtimeComponent('library', library));
  return [runtimeComponent('platform', BUN), ...linked, ...(platform.os === 'linux' ? [glibcComponent(platform)] : [])];
}

const runtimeComponent = (type: Component['type'], { name, version, purl, cpe, license }: BunLibrary): Component => ({
  type,
  name,
  version,
  purl,
  license,
  ...(cpe && { cpe }),
});

const glibcComponent = ({ arch }: Platform): Component => ({
  type: 'library',
  ...GLIBC,
  purl: `pkg:deb/debian/libc6@${encodeURIComponent(GLIBC.version)}?arch=${arch}&distro=bookworm&upstream=${GLIBC.name}`,
});

/** A bill of materials in CycloneDX 1.5 format, deterministic for the same content. */
export function cycloneDx(artefact: Component, components: readonly Component[], modifiedMs: number): string {
  const [subject, ...parts] = [artefact, ...components].map(toComponent);
  const content = {
    metadata: { timestamp: new Date(modifiedMs).toISOString(), component: subject },
    components: parts,
    dependencies: [
      { ref: refOf(artefact), dependsOn: components.map(refOf) },
      ...components.map((component) => ({ ref: refOf(component) })),
    ],
  };
  const serialNumber = `urn:uuid:${uuidOf(JSON.stringify(content))}`;
  return `${JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.5', serialNumber, version: 1, ...content }, null, 2)}\n`;
}

const refOf = ({ name, version, purl }: Component): string => purl ?? `${name}@${version}`;

const toComponent = (component: Component) => {
  const { type, name, version, purl, cpe, license, sha256: hash } = component;
  const isExpression = /^[\w.()+ -]+$/.test(license) && !/^several/.test(license);
  return {
    'bom-ref': refOf(component),
    type,
    name,
    version,
    ...(cpe && { cpe }),
    ...(purl && { purl }),
    licenses: [isExpression ? { expression: license } : { license: { name: license } }],
    ...(hash && { hashes: [{ alg: 'SHA-256', content: hash }] }),
  };
};

/** A UUID derived from the content, in the format of a random one. */
function uuidOf(content: string): string {
  const hex = sha256(content);
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  const [version, clock] = [`8${hex.slice(13, 16)}`, `${variant}${hex.slice(17, 20)}`];
  return [hex.slice(0, 8), hex.slice(8, 12), version, clock, hex.slice(20, 32)].join('-');
}
