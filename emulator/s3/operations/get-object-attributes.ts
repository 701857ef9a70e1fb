import type { IncomingHttpHeaders } from 'node:http';
import type { StoredObject } from '../../domain/objects/records';
import type { Run } from '../call';
import { invalidArgument } from '../errors';
import { describe, ofUnmodified, toHttpDate } from '../headers/attributes';
import { checkReadConditions } from '../headers/conditions';
import { namesIn } from '../request';
import { ok } from '../response';
import { document, element, type XmlNode } from '../xml/write';
import { checksumValue, wholeChecksum } from './elements';
import { requireObject } from './get-object';
import { readCount } from './paging';

const KNOWN = ['ETag', 'Checksum', 'ObjectParts', 'StorageClass', 'ObjectSize'];

/** Source: GetObjectAttributes. */
export const getObjectAttributes: Run = (call) => {
  const { headers } = call.request;
  const wanted = namesIn(headers['x-amz-object-attributes'] as string | undefined);
  if (wanted.length === 0 || wanted.some((name) => !KNOWN.includes(name))) {
    throw invalidArgument('Invalid attribute name specified.', 'x-amz-object-attributes');
  }
  const object = requireObject(call);
  const isWanted = checkReadConditions(headers, object, call.context.clock.now());
  if (!isWanted) return { status: 304, headers: ofUnmodified(describe(object)) };
  const body = document('GetObjectAttributesResponse', [
    wanted.includes('ETag') ? element('ETag', object.etag) : undefined,
    wanted.includes('Checksum') && object.checksum ? element('Checksum', wholeChecksum(object.checksum)) : undefined,
    wanted.includes('ObjectParts') && object.parts ? element('ObjectParts', partsOf(object, headers)) : undefined,
    wanted.includes('StorageClass') ? element('StorageClass', 'STANDARD') : undefined,
    wanted.includes('ObjectSize') ? element('ObjectSize', String(object.size)) : undefined,
  ]);
  return ok(body, { 'last-modified': toHttpDate(object.lastModified) });
};

function partsOf({ parts: all = [], checksum: whole }: StoredObject, headers: IncomingHttpHeaders): XmlNode {
  const read = (name: string, byDefault: number) => readCount(String(headers[name] ?? byDefault), name);
  const limit = Math.min(1_000, read('x-amz-max-parts', 1_000));
  const after = read('x-amz-part-number-marker', 0);
  const rest = all.filter(({ number }) => number > after);
  const shown = rest.slice(0, limit);
  const count = element('PartsCount', String(all.length));
  // Parts are shown individually only where each has a checksum of its own.
  if (whole?.type !== 'COMPOSITE') return count;
  return [
    count,
    element('PartNumberMarker', String(after)),
    element('NextPartNumberMarker', String(shown.at(-1)?.number ?? 0)),
    element('MaxParts', String(limit)),
    element('IsTruncated', String(shown.length < rest.length)),
    shown.map(({ number, size, checksum }) =>
      element('Part', [element('PartNumber', String(number)), element('Size', String(size)), checksumValue(checksum)]),
    ),
  ];
}
