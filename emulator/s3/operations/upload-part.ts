import type { ChecksumAlgorithm } from '../../domain/objects/records';
import type { Run } from '../call';
import { S3Error } from '../errors';
import { announcesChecksum, headerOf } from '../headers/checksums';
import { parameter } from '../query';
import { readPartNumber } from './part-number';
import { LARGEST_PIECE_BYTES, requireLength } from './put-object';
import { requireUpload } from './upload';

/** Source: UploadPart. */
export const uploadPart: Run = async (call) => {
  requireLength(call.request);
  const number = readPartNumber(parameter(call.request.query, 'partNumber') ?? '');
  const upload = requireUpload(call);
  if (upload.checksum?.type === 'COMPOSITE' && !announcesChecksum(call.request.headers)) {
    if (call.rely('s3Checks') === 'aws') throw checksumMissing(upload.checksum.algorithm);
  }
  const incoming = call.openBody({
    checksumAlgorithm: upload.checksum?.algorithm,
    defaultChecksum: upload.checksum ? undefined : 'part',
    maxLength: LARGEST_PIECE_BYTES,
  });
  const part = await call.context.objects.uploads.putPart(upload, number, incoming, call.requireCurrent);
  const headers: Record<string, string> = { etag: `"${part.etag}"` };
  if (part.checksum) headers[headerOf(part.checksum.algorithm)] = part.checksum.value;
  return { status: 200, headers, body: '' };
};

/** Only its client knows what a part of such an upload is to be checked by: S3 does not compute it. */
function checksumMissing(algorithm: ChecksumAlgorithm): S3Error {
  return new S3Error(
    'InvalidRequest',
    `Checksum Type mismatch occurred, expected checksum Type: ${algorithm.toLowerCase()}, actual checksum Type: null`,
  );
}
