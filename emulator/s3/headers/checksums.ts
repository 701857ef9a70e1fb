import type { IncomingHttpHeaders } from 'node:http';
import {
  CHECKSUM_ALGORITHMS,
  type Checksum,
  type ChecksumAlgorithm,
  type ChecksumType,
} from '../../domain/objects/records';
import { S3Error } from '../errors';

/** Whether the client wants checksums with the object. */
export function wantsChecksum(headers: IncomingHttpHeaders): boolean {
  return String(headers['x-amz-checksum-mode']).toUpperCase() === 'ENABLED';
}

/** Writes the checksum of an object or part as headers. */
export function writeChecksum(checksum: Checksum | undefined, headers: Record<string, string>): void {
  if (!checksum) return;
  headers[headerOf(checksum.algorithm)] = checksum.value;
  headers['x-amz-checksum-type'] = checksum.type;
}

/** Name of the header that carries a checksum. */
export function headerOf(algorithm: ChecksumAlgorithm): string {
  return `x-amz-checksum-${algorithm.toLowerCase()}`;
}

/** Name of the element that carries a checksum: `ChecksumCRC32`. */
export function elementOf(algorithm: ChecksumAlgorithm): string {
  return `Checksum${algorithm}`;
}

/** The algorithm that `x-amz-checksum-algorithm` names, or undefined. Throws `InvalidRequest` if S3 does not know it. */
export function readAlgorithm(
  headers: IncomingHttpHeaders,
  name = 'x-amz-checksum-algorithm',
): ChecksumAlgorithm | undefined {
  const value = headers[name];
  if (value === undefined) return undefined;
  const wanted = String(value).toUpperCase();
  const found = CHECKSUM_ALGORITHMS.find((algorithm) => algorithm === wanted);
  if (found) return found;
  throw new S3Error(
    'InvalidRequest',
    'Checksum algorithm provided is unsupported. Please try again with any of the valid types: [CRC32, CRC32C, CRC64NVME, SHA1, SHA256]',
  );
}

/** Algorithm and type that a multipart upload announces. Source: CreateMultipartUpload, `x-amz-checksum-type`. */
export function readUploadChecksum(
  headers: IncomingHttpHeaders,
): { readonly algorithm: ChecksumAlgorithm; readonly type: ChecksumType } | undefined {
  const algorithm = readAlgorithm(headers);
  const wanted = headers['x-amz-checksum-type'];
  if (algorithm === undefined) {
    if (wanted === undefined) return undefined;
    throw new S3Error(
      'InvalidRequest',
      'The x-amz-checksum-type header can only be used with the x-amz-checksum-algorithm header.',
    );
  }
  const type = wanted === undefined ? defaultType(algorithm) : readType(String(wanted));
  const isPossible = type === 'COMPOSITE' ? algorithm !== 'CRC64NVME' : !algorithm.startsWith('SHA');
  if (isPossible) return { algorithm, type };
  throw new S3Error(
    'InvalidRequest',
    `The ${type} checksum type cannot be used with the ${algorithm.toLowerCase()} checksum algorithm.`,
  );
}

function defaultType(algorithm: ChecksumAlgorithm): ChecksumType {
  return algorithm === 'CRC64NVME' ? 'FULL_OBJECT' : 'COMPOSITE';
}

function readType(text: string): ChecksumType {
  const type = text.toUpperCase();
  if (type === 'COMPOSITE' || type === 'FULL_OBJECT') return type;
  throw new S3Error('InvalidRequest', 'Value for x-amz-checksum-type header is invalid.');
}
