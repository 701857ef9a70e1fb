import { DEFAULT_CHECKSUM } from '../../domain/objects/records';
import type { Run } from '../call';
import { invalidArgument, otherChecksum, tooLarge } from '../errors';
import { toIsoDate } from '../headers/attributes';
import { announcesChecksum, headerOf } from '../headers/checksums';
import { parseCopyRange } from '../headers/range';
import { parameter } from '../query';
import { ok } from '../response';
import { document, element } from '../xml/write';
import { digest, findCopySource } from './copy-object';
import { checksumValue } from './elements';
import { requireUpload } from './multipart-upload';
import { LARGEST_PIECE_BYTES, requireLength } from './put-object';

/** Maximum number of parts of an upload. */
export const MOST_PARTS = 10_000;

/** A part's number: 1 to 10,000. Throws `InvalidArgument`. */
export function readPartNumber(text = ''): number {
  const number = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= MOST_PARTS) return number;
  throw invalidArgument(`Part number must be an integer between 1 and ${MOST_PARTS}, inclusive`, 'partNumber', text);
}

/** Source: UploadPart. */
export const uploadPart: Run = async (call) => {
  requireLength(call.request);
  const number = readPartNumber(parameter(call.request.query, 'partNumber'));
  const upload = requireUpload(call);
  // Only its client knows what a part of such an upload is to be checked by: S3 does not compute it.
  if (upload.checksum?.type === 'COMPOSITE' && !announcesChecksum(call.request.headers)) {
    if (call.rely('s3Checks') === 'aws') throw otherChecksum(upload.checksum.algorithm.toLowerCase(), 'null');
  }
  const body = call.openBody({
    checksumAlgorithm: upload.checksum?.algorithm,
    defaultChecksum: upload.checksum ? undefined : 'part',
    maxLength: LARGEST_PIECE_BYTES,
  });
  const part = await call.context.objects.uploads.putPart(upload, number, body, call.requireCurrent);
  const headers: Record<string, string> = { etag: `"${part.etag}"` };
  if (part.checksum) headers[headerOf(part.checksum.algorithm)] = part.checksum.value;
  return ok('', headers);
};

/** Source: UploadPartCopy. */
export const uploadPartCopy: Run = async (call) => {
  const { request, context } = call;
  const number = readPartNumber(parameter(request.query, 'partNumber'));
  const upload = requireUpload(call);
  const source = findCopySource(call);
  const range = parseCopyRange(request.headers['x-amz-copy-source-range'] as string | undefined, source.size);
  const size = range ? range.last - range.first + 1 : source.size;
  if (size > LARGEST_PIECE_BYTES) throw tooLarge(size, LARGEST_PIECE_BYTES);
  // What S3 computes for a part of an upload that announced none is the object's: its parts show none.
  const byDefault = () => (call.rely('s3Checks') === 'aws' ? DEFAULT_CHECKSUM : undefined);
  const algorithm = upload.checksum ? upload.checksum.algorithm : byDefault();
  const digester = (bytes: AsyncIterable<Uint8Array>) => digest(bytes, algorithm);
  const part = await context.objects.uploads.copyPart(upload, number, source, range, digester, call.requireCurrent);
  const body = document('CopyPartResult', [
    element('LastModified', toIsoDate(part.lastModified)),
    element('ETag', `"${part.etag}"`),
    upload.checksum && checksumValue(part.checksum),
  ]);
  return ok(body);
};
