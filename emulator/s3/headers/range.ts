import type { ByteRange } from '../../domain/objects/records';
import { invalidArgument, invalidRequest, S3Error } from '../errors';

/**
 * Parses a `Range` header, within `size` bytes. Undefined for anything but a single range of bytes: S3 then sends everything.
 * Throws `InvalidRange` if no byte is in the range. Source: RFC 9110, section 14; GetObject, "Range".
 */
export function parseRange(header: string | undefined, size: number): ByteRange | undefined {
  if (header === undefined) return undefined;
  const match = /^\s*bytes=(\d*)-(\d*)\s*$/i.exec(header);
  if (!match) return undefined;
  const [, from = '', to = ''] = match;
  if (from === '') {
    if (to === '') return undefined;
    const count = Number(to);
    if (count === 0 || size === 0) throw invalidRange(header, size);
    return { first: Math.max(0, size - count), last: size - 1 };
  }
  const first = Number(from);
  const last = to === '' ? size - 1 : Number(to);
  if (to !== '' && last < first) return undefined;
  if (first >= size) throw invalidRange(header, size);
  return { first, last: Math.min(last, size - 1) };
}

/** Parses `x-amz-copy-source-range`: both ends are required and must lie within the source. Throws `InvalidArgument`, or `InvalidRequest` if it begins behind the source. Source: UploadPartCopy. */
export function parseCopyRange(header: string | undefined, size: number): ByteRange | undefined {
  if (header === undefined) return undefined;
  const match = /^bytes=(\d+)-(\d+)$/.exec(header);
  const first = Number(match?.[1]);
  const last = Number(match?.[2]);
  const refuse = (says: string) => invalidArgument(says, 'x-amz-copy-source-range', header);
  if (!match || last < first) {
    throw refuse(
      'The x-amz-copy-source-range value must be of the form bytes=first-last where first and last are the zero-based offsets of the first and last bytes to copy',
    );
  }
  if (first >= size) throw invalidRequest('The specified copy range is invalid for the source object size');
  if (last >= size) throw refuse(`Range specified is not valid for source object of size: ${size}`);
  return { first, last };
}

function invalidRange(requested: string, size: number): S3Error {
  return new S3Error('InvalidRange', 'The requested range is not satisfiable', {
    RangeRequested: requested,
    ActualObjectSize: String(size),
  });
}
