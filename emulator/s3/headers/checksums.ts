import type { IncomingHttpHeaders } from 'node:http';
import {
  CHECKSUM_ALGORITHMS,
  type Checksum,
  type ChecksumAlgorithm,
  type ChecksumType,
} from '../../domain/objects/records';
import { invalidRequest } from '../errors';

export function wantsChecksum(headers: IncomingHttpHeaders): boolean {
  return String(headers['x-amz-checksum-mode']).toUpperCase() === 'ENABLED';
}

/** Writes the checksum of an object or part as headers. `type`: that of the object, where a part is meant. */
export function writeChecksum(
  checksum: Checksum | undefined,
  headers: Record<string, string>,
  type: ChecksumType | undefined = checksum?.type,
): void {
  if (!checksum || !type) return;
  headers[headerOf(checksum.algorithm)] = checksum.value;
  headers['x-amz-checksum-type'] = type;
}

/** Whether a request carries a checksum of its body, or announces one in its trailer. */
export function announcesChecksum(headers: IncomingHttpHeaders): boolean {
  return (
    headers['x-amz-trailer'] !== undefined || CHECKSUM_ALGORITHMS.some((each) => headers[headerOf(each)] !== undefined)
  );
}

export function headerOf(algorithm: ChecksumAlgorithm): string {
  return `x-amz-checksum-${algorithm.toLowerCase()}`;
}

/** The algorithm that `x-amz-checksum-algorithm` names, or undefined. Throws `InvalidRequest` if S3 does not know it. */
export function readAlgorithm(headers: IncomingHttpHeaders): ChecksumAlgorithm | undefined {
  const value = headers['x-amz-checksum-algorithm'];
  if (value === undefined) return undefined;
  const wanted = String(value).toUpperCase();
  const found = CHECKSUM_ALGORITHMS.find((algorithm) => algorithm === wanted);
  if (found) return found;
  throw invalidRequest(
    `Checksum algorithm provided is unsupported. Please try again with any of the valid types: [${CHECKSUM_ALGORITHMS.join(', ')}]`,
  );
}

/** Algorithm and type that a multipart upload announces. Source: CreateMultipartUpload, `x-amz-checksum-type`. */
export function readUploadChecksum(
  headers: IncomingHttpHeaders,
): { readonly algorithm: ChecksumAlgorithm; readonly type: ChecksumType } | undefined {
  const algorithm = readAlgorithm(headers);
  const wanted = readChecksumType(headers);
  if (algorithm === undefined) {
    if (wanted === undefined) return undefined;
    throw invalidRequest('The x-amz-checksum-type header can only be used with the x-amz-checksum-algorithm header.');
  }
  const type = wanted ?? (algorithm === 'CRC64NVME' ? 'FULL_OBJECT' : 'COMPOSITE');
  const isPossible = type === 'COMPOSITE' ? algorithm !== 'CRC64NVME' : algorithm.startsWith('CRC');
  if (isPossible) return { algorithm, type };
  throw invalidRequest(
    `The ${type} checksum type cannot be used with the ${algorithm.toLowerCase()} checksum algorithm.`,
  );
}

/** The type that `x-amz-checksum-type` names, or undefined. Throws `InvalidRequest` if S3 does not know it. */
export function readChecksumType(headers: IncomingHttpHeaders): ChecksumType | undefined {
  const sent = headers['x-amz-checksum-type'];
  if (sent === undefined) return undefined;
  const type = String(sent).toUpperCase();
  if (type === 'COMPOSITE' || type === 'FULL_OBJECT') return type;
  throw invalidRequest('Value for x-amz-checksum-type header is invalid.');
}
