import type { IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';

/** The content of a body, or the reason why it cannot be read, as a noun phrase; `garbled` if another response may be readable. */
export type Content = { readonly text: string } | { readonly problem: string; readonly garbled: boolean };

const MAX_ENCODINGS = 3;

interface Limits {
  /** In bytes, for each of the encodings. */
  readonly maxOutputLength: number;
  /** True if the body was truncated, so that only its beginning can be decoded. */
  readonly isTruncated: boolean;
}

/** Decodes by a content coding (RFC 9110, section 8.4) that servers and gateways use, though nobody asks for one; undefined for another. */
function decode(coding: string, bytes: Buffer, { maxOutputLength, isTruncated }: Limits): Buffer | undefined {
  const zlib = { maxOutputLength, finishFlush: isTruncated ? constants.Z_SYNC_FLUSH : constants.Z_FINISH };
  switch (coding) {
    case 'gzip':
      return gunzipSync(bytes, zlib);
    case 'deflate': {
      // The header of zlib is often missing.
      const hasHeader = ((bytes[0] ?? 0) & 0x0f) === 8 && bytes.length > 1 && bytes.readUInt16BE(0) % 31 === 0;
      return (hasHeader ? inflateSync : inflateRawSync)(bytes, zlib);
    }
    case 'br': {
      const { BROTLI_OPERATION_FLUSH: flush, BROTLI_OPERATION_FINISH: finish } = constants;
      return brotliDecompressSync(bytes, { maxOutputLength, finishFlush: isTruncated ? flush : finish });
    }
    case 'identity':
      return bytes;
  }
  return undefined;
}

/** The text of a body in UTF-8, decoded by its `content-encoding`. `maxOutputLength`: a small body may expand a thousandfold. Never throws. */
export function contentOf({ 'content-encoding': header }: IncomingHttpHeaders, bytes: Buffer, limits: Limits): Content {
  // Several headers of one name are an array, whatever their type says; together they are one list.
  const given = [header ?? ''].flat().join(', ');
  const codings = given
    .split(',')
    .map((coding) => coding.trim().toLowerCase().replace(/^x-/, ''))
    .filter((coding) => coding !== '');
  // A response without content may still have the header.
  if (bytes.length === 0) return { text: '' };
  const named = `content-encoding ${JSON.stringify(given.slice(0, 40))}`;
  if (codings.length > MAX_ENCODINGS) return { problem: `a body with too many encodings (${named})`, garbled: false };
  let content = bytes;
  for (const coding of codings.reverse()) {
    try {
      const decoded = decode(coding, content, limits);
      if (decoded === undefined)
        return { problem: `a body that the provider cannot decode (${named})`, garbled: false };
      content = decoded;
    } catch (error) {
      const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
      if (isTooLarge)
        return { problem: `a body of more than ${limits.maxOutputLength} bytes (${named})`, garbled: false };
      return { problem: `a body that is damaged, or not encoded as its header says (${named})`, garbled: true };
    }
  }
  return { text: content.toString('utf8') };
}
