import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { withoutFragment } from './paths';

/* Node hands over only a connection, no request, for what it cannot read as HTTP: both planes write their own responses onto it by hand. */

/** What Node tells of a request that it could not read. */
export interface ReadError extends Error {
  readonly code?: string;
  /** The bytes that it was reading. They may hold secrets. */
  readonly rawPacket?: unknown;
}

/** Method and path of a request; both empty if they could not be read. */
export interface RequestLine {
  readonly method: string;
  /** The path without query and fragment. */
  readonly path: string;
}

const LINE = /^([A-Z][A-Z-]{0,30}) (\/[\x21-\x3e\x40-\x7e]*)(?:\?[\x21-\x7e]*)? HTTP\/1\.[01]\r?\n/;

/** Reads the request line, and nothing else, of what Node could not read. */
export function requestLineOf({ rawPacket }: ReadError): RequestLine {
  const text = rawPacket instanceof Uint8Array ? Buffer.from(rawPacket).toString('latin1') : '';
  const [, method = '', path = ''] = LINE.exec(text) ?? [];
  return { method, path: withoutFragment(path) };
}

/** Whether nobody is left to respond to. */
export function isGone({ code }: ReadError, socket: Duplex): boolean {
  return code === 'ECONNRESET' || !socket.writable;
}

/** Writes a response onto a connection that Node gives up, and closes it. */
export function writeRaw(
  socket: Duplex,
  {
    status,
    headers,
    body,
  }: { readonly status: number; readonly headers: Record<string, string>; readonly body: string },
): void {
  const bytes = Buffer.from(body);
  const all = { ...headers, 'content-length': String(bytes.length), connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`);
  socket.end(bytes);
}
