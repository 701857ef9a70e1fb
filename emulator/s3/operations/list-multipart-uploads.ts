import type { Run } from '../call';
import { toIsoDate } from '../headers/attributes';
import { parameter } from '../query';
import { ok } from '../response';
import { document, element, optional } from '../xml/write';
import { account, announcedChecksum } from './elements';
import { commonPrefixes } from './list-objects';
import { readEncoding, readLimit } from './paging';

/** Source: ListMultipartUploads. An upload id marker counts only beside a key marker. */
export const listMultipartUploads: Run = ({ request: { query }, context, bucket, bucketName }) => {
  const { type, encode } = readEncoding(query);
  const limit = readLimit(query, 'max-uploads');
  const prefix = parameter(query, 'prefix') ?? '';
  const delimiter = parameter(query, 'delimiter') || undefined;
  const keyMarker = parameter(query, 'key-marker') ?? '';
  const idMarker = keyMarker === '' ? undefined : parameter(query, 'upload-id-marker') || undefined;
  const range = { prefix, delimiter, after: keyMarker, afterUploadId: idMarker, limit };
  const listing = context.objects.uploads.list(bucket.id, range);
  // S3 names the last entry of every page, and nothing where there is none.
  const last = listing.entries.at(-1);
  const body = document('ListMultipartUploadsResult', [
    element('Bucket', bucketName),
    element('KeyMarker', encode(keyMarker)),
    element('UploadIdMarker', idMarker ?? ''),
    element('NextKeyMarker', last ? encode(last.kind === 'prefix' ? last.prefix : last.item.key) : ''),
    element('NextUploadIdMarker', last?.kind === 'item' ? last.item.id : ''),
    optional('Prefix', prefix === '' ? undefined : encode(prefix)),
    optional('Delimiter', delimiter && encode(delimiter)),
    optional('EncodingType', type),
    element('MaxUploads', String(limit)),
    element('IsTruncated', String(listing.isTruncated)),
    listing.entries.map((entry) =>
      entry.kind === 'prefix'
        ? undefined
        : element('Upload', [
            element('Key', encode(entry.item.key)),
            element('UploadId', entry.item.id),
            account('Initiator', entry.item.accessKeyId),
            account('Owner', bucket.projectId),
            element('StorageClass', 'STANDARD'),
            element('Initiated', toIsoDate(entry.item.initiatedAt)),
            announcedChecksum(entry.item.checksum),
          ]),
    ),
    commonPrefixes(listing, encode),
  ]);
  return ok(body);
};
