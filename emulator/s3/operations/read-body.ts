import type { BodyOptions } from '../body/open-body';
import type { ServiceCall } from '../call';
import { S3Error } from '../errors';
import { parseDocument, type XmlElement } from '../xml/parse';

/** Maximum size of a document: 10,000 parts, or 1,000 keys of 1,024 bytes, all of them escaped, stay below it. */
const LARGEST_DOCUMENT_BYTES = 8 * 1024 * 1024;

type Readable = Pick<ServiceCall, 'openBody'>;

/** Reads the document in the body and checks it as announced. Throws `MaxMessageLengthExceeded` or `MalformedXML`. */
export async function readDocument(call: Readable, rootName: string, options?: BodyOptions): Promise<XmlElement> {
  return parseDocument(await readBytes(call, options), rootName);
}

/** The same for a document that may be left out: undefined for an empty body. */
export async function readOptionalDocument(
  call: Readable,
  rootName: string,
  options?: BodyOptions,
): Promise<XmlElement | undefined> {
  const bytes = await readBytes(call, options);
  return bytes.length === 0 ? undefined : parseDocument(bytes, rootName);
}

async function readBytes(call: Readable, options?: BodyOptions): Promise<Buffer> {
  const incoming = call.openBody(options);
  if (incoming.length !== undefined && incoming.length > LARGEST_DOCUMENT_BYTES) throw tooLong();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of incoming.chunks) {
    size += chunk.length;
    if (size > LARGEST_DOCUMENT_BYTES) throw tooLong();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

function tooLong(): S3Error {
  return new S3Error('MaxMessageLengthExceeded', 'Your request was too big.');
}
