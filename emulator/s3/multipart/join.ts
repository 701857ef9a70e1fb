import { createHash } from 'node:crypto';
import type { Checksum, Part, Upload } from '../../domain/objects/records';
import { createHasher } from '../body/hasher';
import { combineCrcs, isCrc } from './crc-combine';

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
  const pieces = parts.flatMap(({ size, checksum }) =>
    checksum?.algorithm === algorithm ? [{ size, value: checksum.value }] : [],
  );
  if (pieces.length < parts.length) return undefined;
  if (type === 'FULL_OBJECT') {
    // Hashes cannot be combined; uploads of this type never announce one.
    return isCrc(algorithm) ? { algorithm, type, value: combineCrcs(algorithm, pieces) } : undefined;
  }
  const hasher = await createHasher(algorithm);
  for (const { value } of pieces) hasher.update(Buffer.from(value, 'base64'));
  return { algorithm, type, value: `${hasher.digest().toString('base64')}-${parts.length}` };
}
