import type { Run } from '../call';
import { S3Error } from '../errors';
import { toIsoDate } from '../headers/attributes';
import { parameter } from '../query';
import { document, element, optional } from '../xml/write';
import { checksumOf, commonPrefixes, lastName, list } from './list-objects';
import { readEncoding, readLimit } from './paging';

/**
 * Every object as its only version, `null`: what S3 returns for a bucket that never had versioning. The service does not have
 * this operation (501): it is here for test suites, which empty the buckets that they have created version by version.
 * Source: ListObjectVersions.
 */
export const listObjectVersions: Run = (call) => {
  const { query } = call.request;
  const marker = parameter(query, 'key-marker') ?? '';
  const versionMarker = parameter(query, 'version-id-marker') ?? '';
  if (versionMarker !== '' && marker === '') {
    throw new S3Error('InvalidArgument', 'A version-id marker cannot be specified without a key marker.', {
      ArgumentName: 'version-id-marker',
      ArgumentValue: versionMarker,
    });
  }
  const { type, encode } = readEncoding(query);
  const limit = readLimit(query, 'max-keys');
  const { prefix, delimiter, listing } = list(call, marker, limit);
  const next = listing.isTruncated ? lastName(listing) : undefined;
  const owner = element('Owner', [element('ID', call.bucket.projectId), element('DisplayName', call.bucket.projectId)]);
  const body = document('ListVersionsResult', [
    element('Name', call.bucketName),
    element('Prefix', encode(prefix)),
    element('KeyMarker', encode(marker)),
    element('VersionIdMarker', versionMarker),
    next === undefined ? undefined : [element('NextKeyMarker', encode(next)), element('NextVersionIdMarker', 'null')],
    element('MaxKeys', String(limit)),
    delimiter === undefined ? undefined : element('Delimiter', encode(delimiter)),
    optional('EncodingType', type),
    element('IsTruncated', String(listing.isTruncated)),
    listing.entries.map((entry) =>
      entry.kind === 'prefix'
        ? undefined
        : element('Version', [
            element('Key', encode(entry.item.key)),
            element('VersionId', 'null'),
            element('IsLatest', 'true'),
            element('LastModified', toIsoDate(entry.item.lastModified)),
            element('ETag', `"${entry.item.etag}"`),
            checksumOf(entry.item.checksum),
            element('Size', String(entry.item.size)),
            owner,
            element('StorageClass', 'STANDARD'),
          ]),
    ),
    commonPrefixes(listing, encode),
  ]);
  return { status: 200, headers: {}, body };
};
