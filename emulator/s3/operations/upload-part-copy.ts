import { type ChecksumAlgorithm, DEFAULT_CHECKSUM } from '../../domain/objects/records';
import type { Call, Run } from '../call';
import { S3Error } from '../errors';
import { toIsoDate } from '../headers/attributes';
import { elementOf } from '../headers/checksums';
import { parseCopyRange } from '../headers/range';
import { parameter } from '../query';
import { document, element } from '../xml/write';
import { findCopySource } from './copy-object';
import { digest } from './digest';
import { readPartNumber } from './part-number';
import { LARGEST_PIECE_BYTES } from './put-object';
import { requireUpload } from './upload';

/** Source: UploadPartCopy. */
export const uploadPartCopy: Run = async (call) => {
  const { request, context } = call;
  const number = readPartNumber(parameter(request.query, 'partNumber') ?? '');
  const upload = requireUpload(call);
  const source = findCopySource(call);
  const range = parseCopyRange(request.headers['x-amz-copy-source-range'] as string | undefined, source.size);
  const size = range ? range.last - range.first + 1 : source.size;
  if (size > LARGEST_PIECE_BYTES) {
    throw new S3Error('EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size', {
      ProposedSize: String(size),
      MaxSizeAllowed: String(LARGEST_PIECE_BYTES),
    });
  }
  const algorithm = upload.checksum ? upload.checksum.algorithm : defaultAlgorithm(call);
  const digester = (bytes: AsyncIterable<Uint8Array>) => digest(bytes, algorithm);
  const part = await context.objects.uploads.copyPart(upload, number, source, range, digester, call.requireCurrent);
  const body = document('CopyPartResult', [
    element('LastModified', toIsoDate(part.lastModified)),
    element('ETag', `"${part.etag}"`),
    // A default checksum is the object's: its parts show none.
    upload.checksum && part.checksum && element(elementOf(part.checksum.algorithm), part.checksum.value),
  ]);
  return { status: 200, headers: {}, body };
};

/** The checksum that S3 computes for a part of an upload that announced none. */
const defaultAlgorithm = ({ rely }: Call): ChecksumAlgorithm | undefined =>
  rely('s3Checks') === 'aws' ? DEFAULT_CHECKSUM : undefined;
