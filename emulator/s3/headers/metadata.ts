import type { IncomingHttpHeaders } from 'node:http';
import { attempt } from '../../../contract/formats/attempt';
import { S3Error } from '../errors';

const PREFIX = 'x-amz-meta-';

/** Source: RFC 9110, section 5.6.2. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]*$/;

/** Total size of names and values of user metadata, in bytes of UTF-8. Source: Amazon S3 User Guide, "User-defined object metadata". */
const LARGEST_BYTES = 2048;

/** Reads the user metadata of a request, decoded as in RFC 2047. Throws `MetadataTooLarge`, or `InvalidArgument` for a name. */
export function readMetadata(headers: IncomingHttpHeaders): Record<string, string> {
  const metadata: Record<string, string> = {};
  let size = 0;
  for (const name in headers) {
    if (!name.startsWith(PREFIX)) continue;
    const key = name.slice(PREFIX.length);
    // A form field may have any name.
    if (!TOKEN.test(key)) throw new S3Error('InvalidArgument', 'The name of user metadata has to be that of a header.');
    const value = decodeValue(String(headers[name]));
    // Defined rather than assigned: `__proto__` is a name like any other.
    Object.defineProperty(metadata, key, { value, enumerable: true });
    size += Buffer.byteLength(key) + Buffer.byteLength(value);
  }
  if (size > LARGEST_BYTES) {
    throw new S3Error('MetadataTooLarge', 'Your metadata headers exceed the maximum allowed metadata size', {
      Size: String(size),
      MaxSizeAllowed: String(LARGEST_BYTES),
    });
  }
  return metadata;
}

/** Writes user metadata as headers of a response; text beyond ASCII is encoded as in RFC 2047. */
export function writeMetadata(metadata: Readonly<Record<string, string>>, headers: Record<string, string>): void {
  for (const [key, value] of Object.entries(metadata)) headers[PREFIX + key] = encodeValue(value);
}

const ENCODED_WORD = /=\?([\w-]+)\?([bq])\?([^?\s]*)\?=/gi;

/** Decodes encoded words and UTF-8 bytes; node delivers bytes as Latin-1. */
function decodeValue(value: string): string {
  const text = isAscii(value) ? value : (fromBytes(Buffer.from(value, 'latin1')) ?? value);
  if (!text.includes('=?')) return text;
  // White space between two encoded words is not part of the text (RFC 2047, section 6.2).
  return text
    .replace(/(\?=)\s+(?==\?)/g, '$1')
    .replace(ENCODED_WORD, (whole, charset: string, encoding: string, content: string) => {
      const bytes = encoding.toLowerCase() === 'b' ? Buffer.from(content, 'base64') : fromQuoted(content);
      const decoded = /^utf-?8$/i.test(charset) ? fromBytes(bytes) : bytes.toString('latin1');
      return decoded ?? whole;
    });
}

function encodeValue(text: string): string {
  return isAscii(text) ? text : `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`;
}

const isAscii = (text: string) => /^[ -~]*$/.test(text);

const fromBytes = (bytes: Uint8Array) => attempt(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes));

function fromQuoted(content: string): Buffer {
  const latin1 = content
    .replaceAll('_', ' ')
    .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(latin1, 'latin1');
}
