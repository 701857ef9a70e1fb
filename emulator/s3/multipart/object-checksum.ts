import type { IncomingHttpHeaders } from 'node:http';
import {
  CHECKSUM_ALGORITHMS,
  type Checksum,
  type ChecksumAlgorithm,
  type Part,
  type StoredObject,
  type Upload,
} from '../../domain/objects/records';
import { S3Error } from '../errors';
import { headerOf, readChecksumType } from '../headers/checksums';
import { isCrc } from './crc-combine';
import { joinChecksums } from './join';

/** The values that the checksum headers of a completion are compared with. */
export interface Joined {
  /** The checksum that the upload announced when it was begun. */
  readonly announced: Upload['checksum'];
  /** Checksum that the object gets. */
  readonly checksum: Checksum | undefined;
  readonly parts: readonly Pick<Part, 'size' | 'checksum'>[];
}

/** Requires at most one checksum header. Throws `InvalidRequest`. */
export function requireOneChecksum(headers: IncomingHttpHeaders): void {
  if (CHECKSUM_ALGORITHMS.filter((algorithm) => headers[headerOf(algorithm)] !== undefined).length <= 1) return;
  throw new S3Error(
    'InvalidRequest',
    'Expecting a single x-amz-checksum- header. Multiple checksum Types are not allowed.',
  );
}

/**
 * Requires that the checksum of the object in the headers, and its type, are those of the joined parts; also if the upload announced none: a checksum
 * that nobody compares is no check. Throws `BadDigest`, or `InvalidRequest` for what is not known of the parts.
 */
export async function checkObjectChecksum(headers: IncomingHttpHeaders, joined: Joined): Promise<void> {
  requireType(headers, joined.checksum);
  const algorithm = sentAlgorithm(headers);
  if (algorithm === undefined) return;
  compare(headers, algorithm, (await toCompare(algorithm, joined)) ?? unknown(algorithm, joined.checksum));
}

/** The same for a completion that is repeated. The object keeps one checksum: one of another algorithm was compared when the upload was completed. */
export function checkCompleted(headers: IncomingHttpHeaders, { checksum }: Pick<StoredObject, 'checksum'>): void {
  requireOneChecksum(headers);
  requireType(headers, checksum);
  const algorithm = sentAlgorithm(headers);
  if (algorithm !== undefined && algorithm === checksum?.algorithm) compare(headers, algorithm, checksum);
}

function requireType(headers: IncomingHttpHeaders, checksum: Checksum | undefined): void {
  const type = readChecksumType(headers);
  if (type === undefined || checksum === undefined || type === checksum.type) return;
  throw new S3Error(
    'InvalidRequest',
    `The upload was created using the ${checksum.type} checksum mode. The complete request must use the same checksum mode.`,
  );
}

function sentAlgorithm(headers: IncomingHttpHeaders): ChecksumAlgorithm | undefined {
  return CHECKSUM_ALGORITHMS.find((algorithm) => headers[headerOf(algorithm)] !== undefined);
}

/** Where the upload announced none, its parts may still have been sent with checksums, which are joined. */
async function toCompare(
  algorithm: ChecksumAlgorithm,
  { announced, checksum, parts }: Joined,
): Promise<Checksum | undefined> {
  if (announced || checksum?.algorithm === algorithm) return checksum;
  return joinChecksums({ algorithm, type: isCrc(algorithm) ? 'FULL_OBJECT' : 'COMPOSITE' }, parts);
}

function compare(headers: IncomingHttpHeaders, algorithm: ChecksumAlgorithm, checksum: Checksum): void {
  const [sent] = String(headers[headerOf(algorithm)]).split('-', 1);
  if (checksum.algorithm === algorithm && sent === checksum.value.split('-', 1)[0]) return;
  throw new S3Error('BadDigest', `The ${algorithm} you specified did not match the calculated checksum.`);
}

function unknown(algorithm: ChecksumAlgorithm, checksum: Checksum | undefined): never {
  const expected = checksum?.algorithm.toLowerCase() ?? 'null';
  throw new S3Error(
    'InvalidRequest',
    `Checksum Type mismatch occurred, expected checksum Type: ${expected}, actual checksum Type: ${algorithm.toLowerCase()}`,
    {},
    {
      message: 'Not every part was sent with this checksum, so it cannot be compared.',
      field: headerOf(algorithm),
    },
  );
}
