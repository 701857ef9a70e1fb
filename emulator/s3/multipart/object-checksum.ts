import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import {
  CHECKSUM_ALGORITHMS,
  type Checksum,
  type ChecksumAlgorithm,
  type Part,
  type StoredObject,
  type Upload,
} from '../../domain/objects/records';
import { createHasher } from '../body/hasher';
import { invalidRequest, otherChecksum, S3Error, severalChecksums } from '../errors';
import { headerOf, readChecksumType } from '../headers/checksums';
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
  if (sentAlgorithms(headers).length > 1) throw severalChecksums();
}

/**
 * Requires that the checksum of the object in the headers, and its type, are those of the joined parts; also if the upload announced none: a checksum
 * that nobody compares is no check. Throws `BadDigest`, or `InvalidRequest` for what is not known of the parts.
 */
export async function checkObjectChecksum(headers: IncomingHttpHeaders, joined: Joined): Promise<void> {
  requireType(headers, joined.announced);
  const [algorithm] = sentAlgorithms(headers);
  if (algorithm === undefined) return;
  compare(headers, algorithm, (await toCompare(algorithm, joined)) ?? unknown(algorithm, joined.checksum));
}

/** The same for a completion that is repeated. The object keeps one checksum: one of another algorithm was compared when the upload was completed. */
export function checkCompleted(headers: IncomingHttpHeaders, { checksum }: Pick<StoredObject, 'checksum'>): void {
  requireOneChecksum(headers);
  requireType(headers, checksum);
  const [algorithm] = sentAlgorithms(headers);
  if (algorithm !== undefined && algorithm === checksum?.algorithm) compare(headers, algorithm, checksum);
}

function requireType(headers: IncomingHttpHeaders, checksum: Upload['checksum']): void {
  const type = readChecksumType(headers);
  if (type === undefined || type === checksum?.type) return;
  throw invalidRequest(
    `The upload was created using the ${checksum?.type ?? 'null'} checksum mode. The complete request must use the same checksum mode.`,
  );
}

function sentAlgorithms(headers: IncomingHttpHeaders): readonly ChecksumAlgorithm[] {
  return CHECKSUM_ALGORITHMS.filter((algorithm) => headers[headerOf(algorithm)] !== undefined);
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
  throw new S3Error('BadDigest', `The ${algorithm.toLowerCase()} you specified did not match the calculated checksum.`);
}

function unknown(algorithm: ChecksumAlgorithm, checksum: Checksum | undefined): never {
  const message = 'Not every part was sent with this checksum, so it cannot be compared.';
  const reason = { message, field: headerOf(algorithm) };
  throw otherChecksum(checksum?.algorithm.toLowerCase() ?? 'null', algorithm.toLowerCase(), reason);
}
