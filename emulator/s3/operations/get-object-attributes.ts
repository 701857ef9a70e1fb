import type { StoredObject } from '../../domain/objects/records';
import type { Run } from '../call';
import { S3Error } from '../errors';
import { describe, ofUnmodified } from '../headers/attributes';
import { elementOf } from '../headers/checksums';
import { checkReadConditions } from '../headers/conditions';
import { document, element, type XmlNode } from '../xml/write';
import { requireObject } from './get-object';
import { readCount } from './paging';

const KNOWN = ['ETag', 'Checksum', 'ObjectParts', 'StorageClass', 'ObjectSize'];

/** Source: GetObjectAttributes. */
export const getObjectAttributes: Run = (call) => {
  const { headers } = call.request;
  const wanted = String(headers['x-amz-object-attributes'] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (wanted.length === 0 || wanted.some((name) => !KNOWN.includes(name))) {
    throw new S3Error('InvalidArgument', 'Invalid attribute name specified.', {
      ArgumentName: 'x-amz-object-attributes',
    });
  }
  const object = requireObject(call);
  const described = describe(object);
  if (!checkReadConditions(headers, object)) return { status: 304, headers: ofUnmodified(described) };
  const body = document('GetObjectAttributesResponse', [
    wanted.includes('ETag') ? element('ETag', object.etag) : undefined,
    wanted.includes('Checksum') && object.checksum ? element('Checksum', checksumOf(object)) : undefined,
    wanted.includes('ObjectParts') && object.parts
      ? element(
          'ObjectParts',
          partsOf(object.parts, {
            limit: Math.min(1_000, readCount(String(headers['x-amz-max-parts'] ?? '1000'), 'x-amz-max-parts')),
            after: readCount(String(headers['x-amz-part-number-marker'] ?? '0'), 'x-amz-part-number-marker'),
          }),
        )
      : undefined,
    wanted.includes('StorageClass') ? element('StorageClass', 'STANDARD') : undefined,
    wanted.includes('ObjectSize') ? element('ObjectSize', String(object.size)) : undefined,
  ]);
  return { status: 200, headers: { 'last-modified': described['last-modified'] ?? '' }, body };
};

function checksumOf({ checksum }: Pick<StoredObject, 'checksum'>): XmlNode {
  return checksum && [element(elementOf(checksum.algorithm), checksum.value), element('ChecksumType', checksum.type)];
}

function partsOf(
  all: NonNullable<StoredObject['parts']>,
  { limit, after }: { readonly limit: number; readonly after: number },
): XmlNode {
  const rest = all.filter(({ number }) => number > after);
  const shown = rest.slice(0, limit);
  return [
    element('PartsCount', String(all.length)),
    element('PartNumberMarker', String(after)),
    element('NextPartNumberMarker', String(shown.at(-1)?.number ?? after)),
    element('MaxParts', String(limit)),
    element('IsTruncated', String(shown.length < rest.length)),
    // Parts are listed individually only if they have checksums.
    shown
      .filter(({ checksum }) => checksum !== undefined)
      .map(({ number, size, checksum }) =>
        element('Part', [
          element('PartNumber', String(number)),
          element('Size', String(size)),
          checksum && element(elementOf(checksum.algorithm), checksum.value),
        ]),
      ),
  ];
}
