import type { IncomingHttpHeaders } from 'node:http';
import { CHECKSUM_ALGORITHMS, type ChecksumAlgorithm } from '../../domain/objects/records';
import { invalidRequest, S3Error, severalChecksums } from '../errors';
import { headerOf } from '../headers/checksums';
import { CHECKSUM_BYTES } from './hasher';

/** Hashes that a sender announces for its bytes. */
export interface Announced {
  /** `Content-MD5`. */
  readonly md5: Buffer | undefined;
  readonly checksum: AnnouncedChecksum | undefined;
}

export interface AnnouncedChecksum {
  readonly algorithm: ChecksumAlgorithm;
  /** Base64; undefined: the value follows in the trailer of that name. */
  readonly value: string | undefined;
}

type Sent = IncomingHttpHeaders[string];

/** Names that begin like a checksum header, but are not one. */
const OTHER_HEADERS = ['x-amz-checksum-algorithm', 'x-amz-checksum-mode', 'x-amz-checksum-type'];

/**
 * Reads `content-md5` and S3's checksum headers: at most one `x-amz-checksum-…`, as a header or announced by `x-amz-trailer`,
 * of the algorithm that `x-amz-sdk-checksum-algorithm` names, if sent. Refuses contradictory headers.
 *
 * @param fields headers, or the fields of a form by lower-case name
 * @param hasTrailers whether the body ends in trailers
 */
export function readAnnounced(fields: IncomingHttpHeaders, hasTrailers: boolean): Announced {
  const checksum = readChecksum(fields, hasTrailers);
  checkSdkAlgorithm(fields['x-amz-sdk-checksum-algorithm'], checksum);
  return { md5: readMd5(fields['content-md5']), checksum };
}

/** Whether the value is base64 of as many bytes as the checksum has. */
export function isChecksumValue(algorithm: ChecksumAlgorithm, value: string): boolean {
  return decodeBase64(value)?.length === CHECKSUM_BYTES[algorithm];
}

function readChecksum(fields: IncomingHttpHeaders, hasTrailers: boolean): AnnouncedChecksum | undefined {
  const found: AnnouncedChecksum[] = [];
  for (const name in fields) {
    if (!name.startsWith('x-amz-checksum-') || OTHER_HEADERS.includes(name)) continue;
    const algorithm = findAlgorithm(name);
    if (algorithm === undefined) {
      throw invalidRequest('The algorithm type you specified in x-amz-checksum- header is invalid.');
    }
    found.push({ algorithm, value: String(fields[name]) });
  }
  const trailer = fields['x-amz-trailer'];
  if (trailer !== undefined) {
    const algorithm = findAlgorithm(String(trailer).trim().toLowerCase());
    if (algorithm === undefined || !hasTrailers) {
      throw invalidRequest('The value specified in the x-amz-trailer header is not supported');
    }
    found.push({ algorithm, value: undefined });
  }
  if (found.length > 1) throw severalChecksums();
  const [only] = found;
  if (only?.value === undefined || isChecksumValue(only.algorithm, only.value)) return only;
  throw invalidRequest(`Value for ${headerOf(only.algorithm)} header is invalid.`);
}

function checkSdkAlgorithm(name: Sent, checksum: AnnouncedChecksum | undefined): void {
  if (name === undefined) return;
  const algorithm = CHECKSUM_ALGORITHMS.find((known) => known === String(name).toUpperCase());
  if (algorithm !== undefined && checksum === undefined) {
    throw invalidRequest(
      'x-amz-sdk-checksum-algorithm specified, but no corresponding x-amz-checksum-* or x-amz-trailer headers were found.',
    );
  }
  if (algorithm === undefined || algorithm !== checksum?.algorithm) {
    throw invalidRequest('Value for x-amz-sdk-checksum-algorithm header is invalid.');
  }
}

function readMd5(sent: Sent): Buffer | undefined {
  if (sent === undefined) return undefined;
  const md5 = decodeBase64(String(sent));
  if (md5?.length === 16) return md5;
  throw new S3Error('InvalidDigest', 'The Content-MD5 you specified was invalid.', { 'Content-MD5': String(sent) });
}

function findAlgorithm(headerName: string): ChecksumAlgorithm | undefined {
  return CHECKSUM_ALGORITHMS.find((algorithm) => headerOf(algorithm) === headerName);
}

/** Strict: node skips characters that are not base64. */
function decodeBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}
