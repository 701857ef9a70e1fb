import { sha256 } from '../../../framework/packaging/hashes';

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

/** A bill of materials in CycloneDX 1.5 format, deterministic for the same content. */
export function cycloneDx(artefact: Component, components: readonly Component[], modifiedMs: number): string {
  const [subject, ...parts] = [artefact, ...components].map(toComponent);
  const content = {
    metadata: {
      timestamp: new Date(modifiedMs).toISOString(),
      component: subject,
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
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
