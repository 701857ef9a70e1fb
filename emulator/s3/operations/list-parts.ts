import type { Run } from '../call';
import { toIsoDate } from '../headers/attributes';
import { elementOf } from '../headers/checksums';
import { parameter } from '../query';
import { document, element, optional } from '../xml/write';
import { checksumOf } from './list-objects';
import { readCount, readEncoding, readLimit } from './paging';
import { requireUpload } from './upload';

/** Source: ListParts. */
export const listParts: Run = (call) => {
  const { query } = call.request;
  const { type, encode } = readEncoding(query);
  const limit = readLimit(query, 'max-parts');
  const after = readCount(parameter(query, 'part-number-marker') || '0', 'part-number-marker');
  const upload = requireUpload(call);
  const { parts, isTruncated } = call.context.objects.uploads.parts(upload, { after, limit });
  const owner = [element('ID', call.bucket.projectId), element('DisplayName', call.bucket.projectId)];
  const body = document('ListPartsResult', [
    element('Bucket', call.bucketName),
    element('Key', encode(upload.key)),
    optional('EncodingType', type),
    element('UploadId', upload.id),
    element('Initiator', [element('ID', upload.accessKeyId), element('DisplayName', upload.accessKeyId)]),
    element('Owner', owner),
    element('StorageClass', 'STANDARD'),
    checksumOf(upload.checksum),
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
        part.checksum && element(elementOf(part.checksum.algorithm), part.checksum.value),
      ]),
    ),
  ]);
  return { status: 200, headers: {}, body };
};
