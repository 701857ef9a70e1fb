import type { Checksum, ChecksumAlgorithm, Upload } from '../../domain/objects/records';
import { element, type XmlNode } from '../xml/write';

/** A project or an access key, which has no name but its id. */
export function account(name: string, id: string, attributes?: Readonly<Record<string, string>>) {
  return element(name, [element('ID', id), element('DisplayName', id)], attributes);
}

/** Name of the element that carries a checksum: `ChecksumCRC32`. */
export const checksumName = (algorithm: ChecksumAlgorithm) => `Checksum${algorithm}`;

/** The value of a checksum, as a part shows it. */
export function checksumValue(checksum: Checksum | undefined): XmlNode {
  return checksum && element(checksumName(checksum.algorithm), checksum.value);
}

/** Value and type of a checksum. */
export function wholeChecksum(checksum: Checksum | undefined): XmlNode {
  return checksum && [checksumValue(checksum), element('ChecksumType', checksum.type)];
}

/** A checksum without its value, as of a listed object or upload. */
export function announcedChecksum(checksum: Upload['checksum']): XmlNode {
  return checksum && [element('ChecksumAlgorithm', checksum.algorithm), element('ChecksumType', checksum.type)];
}
