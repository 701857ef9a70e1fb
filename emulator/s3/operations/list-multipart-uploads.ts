import type { Listing } from '../../domain/objects/listing';
import type { Upload } from '../../domain/objects/records';
import type { Run } from '../call';
import { toIsoDate } from '../headers/attributes';
import { parameter } from '../query';
import { document, element, optional, type XmlNode } from '../xml/write';
import { checksumOf, commonPrefixes } from './list-objects';
import { type KeyEncoding, readEncoding, readLimit } from './paging';

/** Source: ListMultipartUploads. An upload id marker counts only beside a key marker. */
export const listMultipartUploads: Run = (call) => {
  const { query } = call.request;
  const { type, encode } = readEncoding(query);
  const limit = readLimit(query, 'max-uploads');
  const prefix = parameter(query, 'prefix') ?? '';
  const delimiter = parameter(query, 'delimiter') || undefined;
  const keyMarker = parameter(query, 'key-marker') ?? '';
  const idMarker = keyMarker === '' ? undefined : parameter(query, 'upload-id-marker') || undefined;
  const range = { prefix, delimiter, after: keyMarker, afterUploadId: idMarker, limit };
  const listing = call.context.objects.uploads.list(call.bucket.id, range);
  const last = listing.isTruncated ? listing.entries.at(-1) : undefined;
  const body = document('ListMultipartUploadsResult', [
    element('Bucket', call.bucketName),
    element('KeyMarker', encode(keyMarker)),
    element('UploadIdMarker', idMarker ?? ''),
    last && [
      element('NextKeyMarker', encode(last.kind === 'prefix' ? last.prefix : last.item.key)),
      element('NextUploadIdMarker', last.kind === 'prefix' ? '' : last.item.id),
    ],
    element('Prefix', encode(prefix)),
    delimiter === undefined ? undefined : element('Delimiter', encode(delimiter)),
    optional('EncodingType', type),
    element('MaxUploads', String(limit)),
    element('IsTruncated', String(listing.isTruncated)),
    uploads(listing, encode, call.bucket.projectId),
    commonPrefixes(listing, encode),
  ]);
  return { status: 200, headers: {}, body };
};

function uploads({ entries }: Listing<Upload>, encode: KeyEncoding, owner: string): XmlNode {
  return entries.map((entry) => {
    if (entry.kind === 'prefix') return undefined;
    const { key, id, initiatedAt, accessKeyId, checksum } = entry.item;
    return element('Upload', [
      element('Key', encode(key)),
      element('UploadId', id),
      element('Initiator', [element('ID', accessKeyId), element('DisplayName', accessKeyId)]),
      element('Owner', [element('ID', owner), element('DisplayName', owner)]),
      element('StorageClass', 'STANDARD'),
      element('Initiated', toIsoDate(initiatedAt)),
      checksumOf(checksum),
    ]);
  });
}
