import type { Run } from '../call';
import { headerOf } from '../headers/checksums';
import { parameter } from '../query';
import { readPartNumber } from './part-number';
import { LARGEST_PIECE_BYTES, requireLength } from './put-object';
import { requireUpload } from './upload';

/** Source: UploadPart. */
export const uploadPart: Run = async (call) => {
  requireLength(call.request);
  const number = readPartNumber(parameter(call.request.query, 'partNumber') ?? '');
  const upload = requireUpload(call);
  const incoming = call.openBody({
    checksumAlgorithm: upload.checksum?.algorithm,
    maxLength: LARGEST_PIECE_BYTES,
  });
  const part = await call.context.objects.putPart(upload, number, incoming, call.requireCurrent);
  const headers: Record<string, string> = { etag: `"${part.etag}"` };
  if (part.checksum) headers[headerOf(part.checksum.algorithm)] = part.checksum.value;
  return { status: 200, headers, body: '' };
};
