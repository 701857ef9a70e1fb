import { createHash } from 'node:crypto';
import type { Digest } from '../../domain/objects/incoming';
import type { ChecksumAlgorithm } from '../../domain/objects/records';
import { createHasher } from '../body/hasher';

/** Computes the digest of bytes that are already stored: their MD5, and the requested checksum. */
export async function digest(
  bytes: AsyncIterable<Uint8Array>,
  algorithm: ChecksumAlgorithm | undefined,
): Promise<Digest> {
  const md5 = createHash('md5');
  const hasher = algorithm && (await createHasher(algorithm));
  for await (const chunk of bytes) {
    md5.update(chunk);
    hasher?.update(chunk);
  }
  return {
    etag: md5.digest('hex'),
    checksum: algorithm && hasher && { algorithm, type: 'FULL_OBJECT', value: hasher.digest().toString('base64') },
  };
}
