import { createHash } from 'node:crypto';
import type { Checksum, Part, Upload } from '../../domain/objects/records';
import { createHasher } from '../body/hasher';
import { CrcCombiner, isCrc } from './crc-combine';

/** ETag of an object that was uploaded in parts: the MD5 of the parts' MD5s, and the number of parts. */
export function joinEtags(parts: readonly Pick<Part, 'etag'>[]): string {
  const md5 = createHash('md5');
  for (const { etag } of parts) md5.update(Buffer.from(etag, 'hex'));
  return `${md5.digest('hex')}-${parts.length}`;
}

/** Checksum of such an object, of the type that the upload announced; undefined if it announced none, or a part has none. */
export async function joinChecksums(
  announced: Upload['checksum'],
  parts: readonly Pick<Part, 'size' | 'checksum'>[],
): Promise<Checksum | undefined> {
  if (!announced) return undefined;
  const { algorithm, type } = announced;
  const pieces = parts.map(({ size, checksum }) => ({
    size,
    value: checksum?.algorithm === algorithm ? checksum.value : '',
  }));
  if (pieces.some(({ value }) => value === '')) return undefined;
  if (type === 'FULL_OBJECT') {
    // Hashes cannot be combined; uploads of this type never announce one.
    return isCrc(algorithm) ? { algorithm, type, value: new CrcCombiner(algorithm).combine(pieces) } : undefined;
  }
  const hasher = await createHasher(algorithm);
  for (const { value } of pieces) hasher.update(Buffer.from(value, 'base64'));
  return { algorithm, type, value: `${hasher.digest().toString('base64')}-${parts.length}` };
}

/** CRC64NVME of joined bytes from those of the pieces; undefined if one is unknown. */
export function combineCrc64nvme(
  pieces: readonly { readonly size: number; readonly value: string | undefined }[],
): string | undefined {
  const known = pieces.flatMap(({ size, value }) => (value === undefined ? [] : [{ size, value }]));
  return known.length === pieces.length ? new CrcCombiner('CRC64NVME').combine(known) : undefined;
}
