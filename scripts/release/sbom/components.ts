import { sha256 } from '../../../framework/packaging/hashes';
import type { Platform } from '../../../framework/packaging/platforms';
import manifest from '../../../package.json';
import lock from '../../../package-lock.json';
import node from '../../../projenrc/node-hashes.json';
import type { Bundled } from '../../support/notices';
import { BUN, type BunLibrary, bunLibraries } from '../bun/libraries';
import { GLIBC, glibcIntegrity } from '../glibc';

const { author: owner, version } = manifest;

/** Who makes the releases. */
const author = { ...owner, organization: 'Coffer' };

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
}

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
  /** The hash of its package as lock files write it: `sha512-…` or `sha256-…`, in base64. */
  readonly integrity?: string | undefined;
}

export const bundledComponent = ({ name, version: release, license }: Bundled): Component => ({
  type: 'library',
  name,
  version: release,
  purl: `pkg:npm/${name.replace('@', '%40')}@${release}`,
  license,
  integrity: lockedIntegrity(name, release),
});

/** Components of a compiled program other than the bundle: the runtime, the libraries linked into it, and the C library of linux packages. */
export function runtimeComponents(platform: Platform): readonly Component[] {
  const linked = bunLibraries(platform).map((library) => runtimeComponent('library', library));
  const bun = { ...runtimeComponent('platform', BUN), integrity: lockedIntegrity(platform.basePackage, BUN.version) };
  return [bun, ...linked, ...(platform.os === 'linux' ? [glibcComponent(platform)] : [])];
}

const runtimeComponent = (type: Component['type'], { name, version, purl, cpe, license }: BunLibrary): Component => ({
  type,
  name,
  version,
  purl,
  license,
  ...(cpe && { cpe }),
});

const glibcComponent = (platform: Platform): Component => ({
  type: 'library',
  ...GLIBC,
  purl: `pkg:deb/debian/libc6@${encodeURIComponent(GLIBC.version)}?arch=${platform.arch}&distro=bookworm&upstream=${GLIBC.name}`,
  integrity: glibcIntegrity(platform),
});

/** Who supplies a component (NTIA, minimum elements): the owner of its repository, the distribution, or the authors of a package. */
function supplierOf({ name, purl = '' }: Component): string {
  const [, type, path = ''] = /^pkg:([a-z]+)\/([^@?#]*)/.exec(purl) ?? [];
  const [first = ''] = path.split('/');
  if (type === 'github') return first;
  if (type === 'deb') return 'Debian';
  return type === undefined ? author.organization : `the authors of ${name}`;
}

/** The hash of a component: of its file, or of the package that it comes from. */
function hashOf({ sha256: hash, integrity }: Component) {
  if (hash !== undefined) return { alg: 'SHA-256', content: hash };
  const [, bits, base64] = /^sha(\d+)-(.*)$/.exec(integrity ?? '') ?? [];
  return base64 && { alg: `SHA-${bits}`, content: Buffer.from(base64, 'base64').toString('hex') };
}

/** The hash of a package in the lock file; undefined for one that is not locked in this version. */
function lockedIntegrity(name: string, release: string): string | undefined {
  const found = Object.entries(lock.packages as Readonly<Record<string, Locked>>).find(
    ([folder, locked]) => folder.endsWith(`node_modules/${name}`) && locked.version === release,
  );
  return found?.[1].integrity;
}

/** What built an artefact, and wrote its bill. */
const tools = () => {
  const [, hash] = Object.entries(node.sha256).find(([name]) => name === `${process.platform}-${process.arch}`) ?? [];
  const own = { type: 'application', name: `${author.organization} release`, version };
  const builder = { type: 'platform', name: 'node', version: node.version, purl: `pkg:npm/node@${node.version}` };
  return { components: [own, { ...builder, ...(hash && { hashes: [{ alg: 'SHA-256', content: hash }] }) }] };
};

/** A bill of materials in CycloneDX 1.5 format with the elements that NTIA and CISA ask for, deterministic for the same content. */
export function cycloneDx(artefact: Component, components: readonly Component[], modifiedMs: number): string {
  const [subject, ...parts] = [artefact, ...components].map(toComponent);
  const content = {
    metadata: {
      timestamp: new Date(modifiedMs).toISOString(),
      tools: tools(),
      authors: [{ name: author.name, email: author.email }],
      component: subject,
      supplier: { name: author.organization },
    },
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
  const { type, name, version, purl, cpe, license } = component;
  const hash = hashOf(component);
  const isExpression = /^[\w.()+ -]+$/.test(license) && !/^several/.test(license);
  return {
    'bom-ref': refOf(component),
    type,
    supplier: { name: supplierOf(component) },
    name,
    version,
    ...(cpe && { cpe }),
    ...(purl && { purl }),
    licenses: [isExpression ? { expression: license } : { license: { name: license } }],
    ...(hash && { hashes: [hash] }),
  };
};

/** A UUID derived from the content, in the format of a random one. */
function uuidOf(content: string): string {
  const hex = sha256(content);
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  const [version, clock] = [`8${hex.slice(13, 16)}`, `${variant}${hex.slice(17, 20)}`];
  return [hex.slice(0, 8), hex.slice(8, 12), version, clock, hex.slice(20, 32)].join('-');
}
