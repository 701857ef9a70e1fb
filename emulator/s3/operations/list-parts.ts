import type { Run } from '../call';
import { toIsoDate } from '../headers/attributes';
import { parameter } from '../query';
import { ok } from '../response';
import { document, element, optional } from '../xml/write';
import { account, announcedChecksum, checksumValue } from './elements';
import { requireUpload } from './multipart-upload';
import { readCount, readEncoding, readLimit } from './paging';

/** Source: ListParts. */
export const listParts: Run = (call) => {
  const { query } = call.request;
  const { type, encode } = readEncoding(query);
  const limit = readLimit(query, 'max-parts');
  const after = readCount(parameter(query, 'part-number-marker') || '0', 'part-number-marker');
  const upload = requireUpload(call);
  const { parts, isTruncated } = call.context.objects.uploads.parts(upload, { after, limit });
  const body = document('ListPartsResult', [
    element('Bucket', call.bucketName),
    element('Key', encode(upload.key)),
    optional('EncodingType', type),
    element('UploadId', upload.id),
    account('Initiator', upload.accessKeyId),
    account('Owner', call.bucket.projectId),
    element('StorageClass', 'STANDARD'),
    announcedChecksum(upload.checksum),
    element('PartNumberMarker', String(after)),
    element('NextPartNumberMarker', String(parts.at(-1)?.number ?? 0)),
    element('MaxParts', String(limit)),
    element('IsTruncated', String(isTruncated)),
    parts.map((part) =>
      element('Part', [
        element('PartNumber', String(part.number)),
        element('LastModified', toIsoDate(part.lastModified)),
        element('ETag', `"${part.etag}"`),
        element('Size', String(part.size)),
        // What S3 computes where the upload announced nothing is for the object.
        upload.checksum && checksumValue(part.checksum),
      ]),
    ),
  ]);
  return ok(body);
};
