import type { Listing } from '../../domain/objects/listing';
import type { BriefObject } from '../../domain/objects/records';
import type { Call, Run } from '../call';
import { invalidArgument } from '../errors';
import { toIsoDate } from '../headers/attributes';
import { parameter } from '../query';
import { ok } from '../response';
import { document, element, optional, type XmlNode } from '../xml/write';
import { regionOf } from './describe-bucket';
import { account, announcedChecksum } from './elements';
import { type KeyEncoding, readEncoding, readLimit } from './paging';

/** Source: ListObjects. `NextMarker` comes with a delimiter only, and may be a common prefix. */
export const listObjects: Run = (call) => {
  const marker = parameter(call.request.query, 'marker') ?? '';
  const { hasDelimiter, encode, next, write } = list(call, () => marker);
  const own = [
    element('Marker', encode(marker)),
    optional('NextMarker', hasDelimiter ? next && encode(next) : undefined),
  ];
  const body = write('ListBucketResult', own, { name: 'Contents', owner: call.bucket.projectId });
  return ok(body, { 'x-amz-bucket-region': regionOf(call.context) });
};

/** Source: ListObjectsV2. */
export const listObjectsV2: Run = (call) => {
  const { query } = call.request;
  const token = parameter(query, 'continuation-token');
  const startAfter = parameter(query, 'start-after');
  const after = () => (token === undefined ? (startAfter ?? '') : readToken(token));
  const { encode, next, listing, write } = list(call, after);
  const own = [
    // A token replaces it, so S3 does not repeat it then.
    optional('StartAfter', startAfter === undefined || token !== undefined ? undefined : encode(startAfter)),
    optional('ContinuationToken', token),
    optional('NextContinuationToken', next && toToken(next)),
    element('KeyCount', String(listing.entries.length)),
  ];
  const owner = parameter(query, 'fetch-owner') === 'true' ? call.bucket.projectId : undefined;
  return ok(write('ListBucketResult', own, { name: 'Contents', owner }), {
    'x-amz-bucket-region': regionOf(call.context),
  });
};

/**
 * Every object as its only version, `null`: what S3 returns for a bucket that never had versioning. The service does not have this operation (501):
 * it is here for test suites, which empty the buckets that they have created version by version. Source: ListObjectVersions.
 */
export const listObjectVersions: Run = (call) => {
  const { query } = call.request;
  const marker = parameter(query, 'key-marker') ?? '';
  const versionMarker = parameter(query, 'version-id-marker') ?? '';
  if (versionMarker !== '' && marker === '') {
    const says = 'A version-id marker cannot be specified without a key marker.';
    throw invalidArgument(says, 'version-id-marker', versionMarker);
  }
  const { encode, next, write } = list(call, () => marker);
  const own = [
    element('KeyMarker', encode(marker)),
    element('VersionIdMarker', versionMarker),
    next && [element('NextKeyMarker', encode(next)), element('NextVersionIdMarker', 'null')],
  ];
  const version = [element('VersionId', 'null'), element('IsLatest', 'true')];
  return ok(write('ListVersionsResult', own, { name: 'Version', version, owner: call.bucket.projectId }));
};

/** How a list shows an object. */
interface Shown {
  readonly name: 'Contents' | 'Version';
  readonly version?: XmlNode;
  readonly owner: string | undefined;
}

/** The page of objects that a request asks for, from after a name. `write`: its document; `own`: what only one kind of list has. */
function list({ request: { query }, context: { objects }, bucket, bucketName }: Call, after: () => string) {
  const { type, encode } = readEncoding(query);
  const limit = readLimit(query, 'max-keys');
  const prefix = parameter(query, 'prefix') ?? '';
  const delimiter = parameter(query, 'delimiter') || undefined;
  const listing = objects.listBrief(bucket.id, { prefix, delimiter, after: after(), limit });
  const write = (root: string, own: XmlNode, shown: Shown) =>
    document(root, [
      element('Name', bucketName),
      element('Prefix', encode(prefix)),
      own,
      element('MaxKeys', String(limit)),
      optional('Delimiter', delimiter && encode(delimiter)),
      optional('EncodingType', type),
      element('IsTruncated', String(listing.isTruncated)),
      listing.entries.map((entry) => (entry.kind === 'prefix' ? undefined : describe(entry.item, shown, encode))),
      commonPrefixes(listing, encode),
    ]);
  return { hasDelimiter: delimiter !== undefined, encode, listing, next: nextName(listing), write };
}

function describe(object: BriefObject, { name, version, owner }: Shown, encode: KeyEncoding): XmlNode {
  return element(name, [
    element('Key', encode(object.key)),
    version,
    element('LastModified', toIsoDate(object.lastModified)),
    element('ETag', `"${object.etag}"`),
    announcedChecksum(object.checksum),
    element('Size', String(object.size)),
    owner && account('Owner', owner),
    element('StorageClass', 'STANDARD'),
  ]);
}

export function commonPrefixes({ entries }: Listing<unknown>, encode: KeyEncoding): XmlNode {
  return entries.map((entry) =>
    entry.kind === 'prefix' ? element('CommonPrefixes', element('Prefix', encode(entry.prefix))) : undefined,
  );
}

/** Where the next page begins, if there is one: the last entry of this one, a key or a common prefix. */
function nextName({ entries, isTruncated }: Listing<BriefObject>): string | undefined {
  const last = isTruncated ? entries.at(-1) : undefined;
  return last?.kind === 'prefix' ? last.prefix : last?.item.key;
}

/** Opaque to clients: a version byte keeps other text from being accepted as a token. */
function toToken(name: string): string {
  return Buffer.from(`1${name}`).toString('base64url');
}

function readToken(token: string): string {
  const text = Buffer.from(token, 'base64url').toString();
  if (text.startsWith('1') && toToken(text.slice(1)) === token) return text.slice(1);
  throw invalidArgument('The continuation token provided is incorrect', 'continuation-token');
}
