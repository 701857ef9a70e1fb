import {
  CHECKSUM_ALGORITHMS,
  type Checksum,
  type ChecksumAlgorithm,
  DEFAULT_CHECKSUM,
  type Part,
  type StoredObject,
  type Upload,
} from '../../domain/objects/records';
import type { Condition } from '../../domain/objects/write';
import type { Call, Run } from '../call';
import { invalidRequest, S3Error } from '../errors';
import { unquote, whileCurrent, writeCondition } from '../headers/conditions';
import { writeExpiration } from '../headers/expiration';
import { combineCrcs } from '../multipart/crc-combine';
import {
  checkCompleted,
  checkObjectChecksum,
  joinChecksums,
  joinEtags,
  requireOneChecksum,
} from '../multipart/object-checksum';
import { parameter } from '../query';
import { ok, type S3Response } from '../response';
import { malformed, type XmlElement } from '../xml/parse';
import { document, element } from '../xml/write';
import { checksumName, wholeChecksum } from './elements';
import { noSuchUpload } from './multipart-upload';
import { encodeKey } from './paging';
import { readOptionalDocument } from './read-body';
import { MOST_PARTS } from './upload-part';

/** Minimum size of every part except the last one: 5 MiB. */
const SMALLEST_PART_BYTES = 5 * 1024 * 1024;

/** Repeating a completion with the same parts returns the same response, until the object is replaced. Source: CompleteMultipartUpload. */
export const completeMultipartUpload: Run = async (call) => {
  const { request, context, address } = call;
  const id = parameter(request.query, 'uploadId') ?? '';
  const root = await readOptionalDocument(call, 'CompleteMultipartUpload', { ignoreChecksumHeaders: true });
  const upload = context.objects.uploads.find(address, id);
  // S3 looks for the upload before it judges an empty list of parts.
  if (!upload && !root?.all('Part').length) throw noSuchUpload(id);
  if (!root) throw malformed();
  const wanted = readParts(root, id);
  if (!upload) {
    const completed = id === '' ? undefined : context.objects.findCompleted(address, id);
    if (!completed) throw noSuchUpload(id);
    requireSame(completed, id, wanted);
    checkCompleted(request.headers, completed);
    return toResponse(call, completed);
  }
  const condition = writeCondition(request.headers, address.key);
  condition?.(context.objects.find(address));
  requireOneChecksum(request.headers);
  const parts = chooseParts(call, upload, wanted);
  checkSizes(parts);
  checkObjectSize(request.headers['x-amz-mp-object-size'], parts);
  const checksum = upload.checksum ? await joinChecksums(upload.checksum, parts) : joinDefaults(call, parts);
  await checkObjectChecksum(request.headers, { announced: upload.checksum, checksum, parts });
  requirePartChecksums(call, upload, wanted);
  const stored = context.objects.uploads.complete(
    upload,
    // With a default checksum the object has one, and its parts have none.
    upload.checksum || !checksum ? parts : parts.map((part) => ({ ...part, checksum: undefined })),
    { etag: joinEtags(parts), checksum },
    { condition: whileCurrent(call, condition && ((current) => requireFirst(call, id, condition, current))) },
  );
  return toResponse(call, stored);
};

/** Checks the condition, and that no write came in between: a condition is about the object that was there when the upload began. */
function requireFirst(
  { context, address, request }: Call,
  id: string,
  condition: Condition,
  current?: StoredObject,
): void {
  condition(current);
  if (!context.objects.uploads.find(address, id)?.isOvertaken) return;
  throw new S3Error(
    'ConditionalRequestConflict',
    'The conditional request cannot succeed due to a conflicting operation against this resource.',
    { Condition: request.headers['if-match'] === undefined ? 'If-None-Match' : 'If-Match', Key: address.key },
  );
}

type Wanted = ReturnType<typeof readPart>;

function readParts(root: XmlElement, uploadId: string): readonly Wanted[] {
  const parts = root.all('Part').map(readPart);
  if (parts.length === 0) throw invalidRequest('You must specify at least one part');
  if (parts.length > MOST_PARTS) throw malformed();
  parts.forEach(({ number }, index) => {
    if (number > (parts[index - 1]?.number ?? 0)) return;
    throw new S3Error(
      'InvalidPartOrder',
      'The list of parts was not in ascending order. Parts must be ordered by part number.',
      { UploadId: uploadId },
    );
  });
  return parts;
}

function readPart(part: XmlElement) {
  const number = Number(part.textOf('PartNumber') ?? Number.NaN);
  const etag = part.textOf('ETag');
  if (!Number.isInteger(number) || number < 1 || number > MOST_PARTS || etag === undefined) throw malformed();
  const checksums = new Map<ChecksumAlgorithm, string>();
  for (const algorithm of CHECKSUM_ALGORITHMS) {
    const value = part.textOf(checksumName(algorithm));
    if (value !== undefined) checksums.set(algorithm, value.trim());
  }
  return { number, etag: unquote(etag.trim()), checksums };
}

function chooseParts({ context }: Call, upload: Upload, wanted: readonly Wanted[]): readonly Part[] {
  const { parts } = context.objects.uploads.parts(upload, { after: 0, limit: MOST_PARTS });
  const stored = new Map(parts.map((part) => [part.number, part]));
  return wanted.map(({ number, etag, checksums }) => {
    const part = stored.get(number);
    const has = part?.checksum;
    requireAlgorithm(upload, number, checksums);
    // Differs: S3 refuses checksums of parts whose upload announced none, which SDKs may repeat.
    const isSame = [...checksums].every(([name, value]) => has?.algorithm === name && has.value === value);
    if (!part || part.etag !== etag || !isSame) throw invalidPart(upload.id, number, etag);
    return part;
  });
}

/** A checksum of another algorithm than that of the upload cannot be compared. */
function requireAlgorithm({ checksum }: Upload, number: number, sent: Wanted['checksums']): void {
  const other = checksum && [...sent.keys()].find((algorithm) => algorithm !== checksum.algorithm);
  if (!other) return;
  const says = `The ${other.toLowerCase()} you specified for part ${number} did not match what we received.`;
  throw new S3Error('BadDigest', says);
}

/** A COMPOSITE checksum is made of those of the parts, which the request has to repeat. */
function requirePartChecksums({ rely }: Call, { checksum }: Upload, wanted: readonly Wanted[]): void {
  if (checksum?.type !== 'COMPOSITE') return;
  const lacking = wanted.find(({ checksums }) => !checksums.has(checksum.algorithm));
  if (!lacking) return;
  if (rely('s3Checks') === 'garage') return;
  throw invalidRequest(
    `The upload was created using a ${checksum.algorithm.toLowerCase()} checksum. The complete request must include the checksum for each part. It was missing for part ${lacking.number} in the request.`,
  );
}

/** The CRC64NVME that S3 adds to an object whose upload announced no checksum; undefined if a part has none. */
function joinDefaults({ rely }: Call, parts: readonly Part[]): Checksum | undefined {
  const pieces = parts.flatMap(({ size, checksum }) => {
    const value = checksum?.algorithm === DEFAULT_CHECKSUM ? checksum.value : checksum?.crc64nvme;
    return value === undefined ? [] : [{ size, value }];
  });
  if (pieces.length < parts.length) return undefined;
  if (rely('s3Checks') === 'garage') return undefined;
  return { algorithm: DEFAULT_CHECKSUM, type: 'FULL_OBJECT', value: combineCrcs(DEFAULT_CHECKSUM, pieces) };
}

/** Requires that the object was built from exactly these parts: its ETag is computed from theirs. */
function requireSame({ parts = [], etag }: StoredObject, uploadId: string, wanted: readonly Wanted[]): void {
  const other = wanted.find(({ number }, index) => parts[index]?.number !== number) ?? wanted[0];
  // Decoding hex stops at the first other character, so an ETag with a suffix would pass.
  const isSame =
    wanted.length === parts.length &&
    wanted.every((part, at) => parts[at]?.number === part.number && /^[\da-f]{32}$/.test(part.etag));
  if (isSame && joinEtags(wanted) === etag) return;
  throw invalidPart(uploadId, other?.number ?? 0, other?.etag ?? '');
}

function invalidPart(uploadId: string, number: number, etag: string): S3Error {
  return new S3Error(
    'InvalidPart',
    "One or more of the specified parts could not be found.  The part may not have been uploaded, or the specified entity tag may not match the part's entity tag.",
    { UploadId: uploadId, PartNumber: String(number), ETag: etag },
  );
}

function checkSizes(parts: readonly Part[]): void {
  for (const { size, number, etag } of parts.slice(0, -1)) {
    if (size >= SMALLEST_PART_BYTES) continue;
    throw new S3Error('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size', {
      ProposedSize: String(size),
      MinSizeAllowed: String(SMALLEST_PART_BYTES),
      PartNumber: String(number),
      ETag: etag,
    });
  }
}

function checkObjectSize(header: string | string[] | undefined, parts: readonly Part[]): void {
  if (header === undefined) return;
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  if (Number(header) === size) return;
  throw invalidRequest(
    `The provided 'x-amz-mp-object-size' header value ${header} does not match what was computed: ${size}`,
    { message: `The header does not have the sum of the parts: ${size}.`, field: 'x-amz-mp-object-size' },
  );
}

function toResponse(call: Call, object: StoredObject): S3Response {
  const { etag, key, checksum } = object;
  const body = document('CompleteMultipartUploadResult', [
    element('Location', `${call.bucketUrl}/${encodeKey(key)}`),
    element('Bucket', call.bucketName),
    element('Key', key),
    element('ETag', `"${etag}"`),
    wholeChecksum(checksum),
  ]);
  const headers: Record<string, string> = {};
  writeExpiration(call, object, headers);
  return ok(body, headers);
}
