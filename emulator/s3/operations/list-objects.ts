import type { Listing } from '../../domain/objects/listing';
import type { BriefObject, Upload } from '../../domain/objects/records';
import type { Call, Run } from '../call';
import { S3Error } from '../errors';
import { toIsoDate } from '../headers/attributes';
import { parameter } from '../query';
import { document, element, optional, type XmlNode } from '../xml/write';
import { type KeyEncoding, readEncoding, readLimit } from './paging';

/** Source: ListObjects. `NextMarker` comes with a delimiter only, and may be a common prefix. */
export const listObjects: Run = (call) => {
  const { query } = call.request;
  const marker = parameter(query, 'marker') ?? '';
  const { type, encode } = readEncoding(query);
  const limit = readLimit(query, 'max-keys');
  const { prefix, delimiter, listing } = list(call, marker, limit);
  const next = delimiter !== undefined && listing.isTruncated ? lastName(listing) : undefined;
  const body = document('ListBucketResult', [
    element('Name', call.bucketName),
    element('Prefix', encode(prefix)),
    element('Marker', encode(marker)),
    next === undefined ? undefined : element('NextMarker', encode(next)),
    element('MaxKeys', String(limit)),
    delimiter === undefined ? undefined : element('Delimiter', encode(delimiter)),
    optional('EncodingType', type),
    element('IsTruncated', String(listing.isTruncated)),
    contents(listing, encode, call.bucket.projectId),
    commonPrefixes(listing, encode),
  ]);
  return { status: 200, headers: { 'x-amz-bucket-region': call.context.region ?? 'us-east-1' }, body };
};

/** Source: ListObjectsV2. */
export const listObjectsV2: Run = (call) => {
  const { query } = call.request;
  const token = parameter(query, 'continuation-token');
  const startAfter = parameter(query, 'start-after');
  const { type, encode } = readEncoding(query);
  const limit = readLimit(query, 'max-keys');
  const { prefix, delimiter, listing } = list(call, token === undefined ? (startAfter ?? '') : readToken(token), limit);
  const owner = parameter(query, 'fetch-owner') === 'true' ? call.bucket.projectId : undefined;
  const last = listing.isTruncated ? lastName(listing) : undefined;
  const body = document('ListBucketResult', [
    element('Name', call.bucketName),
    element('Prefix', encode(prefix)),
    startAfter === undefined ? undefined : element('StartAfter', encode(startAfter)),
    token === undefined ? undefined : element('ContinuationToken', token),
    last === undefined ? undefined : element('NextContinuationToken', toToken(last)),
    element('KeyCount', String(listing.entries.length)),
    element('MaxKeys', String(limit)),
    delimiter === undefined ? undefined : element('Delimiter', encode(delimiter)),
    optional('EncodingType', type),
    element('IsTruncated', String(listing.isTruncated)),
    contents(listing, encode, owner),
    commonPrefixes(listing, encode),
  ]);
  return { status: 200, headers: { 'x-amz-bucket-region': call.context.region ?? 'us-east-1' }, body };
};

/** Lists what a request asks for, from after a name. */
export function list({ request: { query }, context: { objects }, bucket }: Call, after: string, limit: number) {
  const prefix = parameter(query, 'prefix') ?? '';
  const delimiter = parameter(query, 'delimiter') || undefined;
  return { prefix, delimiter, listing: objects.listBrief(bucket.id, { prefix, delimiter, after, limit }) };
}

/** The elements of the checksum of a listed object or upload, without its value. */
export function checksumOf(checksum: Upload['checksum']): XmlNode {
  return checksum && [element('ChecksumAlgorithm', checksum.algorithm), element('ChecksumType', checksum.type)];
}

function contents(listing: Listing<BriefObject>, encode: KeyEncoding, owner: string | undefined): XmlNode {
  const nodes: XmlNode[] = [];
  for (const entry of listing.entries) {
    if (entry.kind === 'prefix') continue;
    const { key, lastModified, etag, size, checksum } = entry.item;
    nodes.push(
      element('Contents', [
        element('Key', encode(key)),
        element('LastModified', toIsoDate(lastModified)),
        element('ETag', `"${etag}"`),
        checksumOf(checksum),
        element('Size', String(size)),
        owner === undefined ? undefined : element('Owner', [element('ID', owner), element('DisplayName', owner)]),
        element('StorageClass', 'STANDARD'),
      ]),
    );
  }
  return nodes;
}

/** The elements of the common prefixes on a page. */
export function commonPrefixes(listing: Listing<unknown>, encode: KeyEncoding): XmlNode {
  const nodes: XmlNode[] = [];
  for (const entry of listing.entries) {
    if (entry.kind === 'prefix') nodes.push(element('CommonPrefixes', element('Prefix', encode(entry.prefix))));
  }
  return nodes;
}

/** Name of the last entry of a page: a key or a common prefix. */
export function lastName({ entries }: Listing<BriefObject>): string | undefined {
  const last = entries.at(-1);
  return last?.kind === 'prefix' ? last.prefix : last?.item.key;
}

/** Opaque to clients: a version byte keeps other text from being accepted as a token. */
function toToken(name: string): string {
  return Buffer.from(`1${name}`).toString('base64url');
}

function readToken(token: string): string {
  const text = Buffer.from(token, 'base64url').toString();
  if (text.startsWith('1') && toToken(text.slice(1)) === token) return text.slice(1);
  throw new S3Error('InvalidArgument', 'The continuation token provided is incorrect', {
    ArgumentName: 'continuation-token',
  });
}
