import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
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
function requestLineOf({ rawPacket }: Pick<ReadError, 'rawPacket'>): RequestLine {
  const text = rawPacket instanceof Uint8Array ? Buffer.from(rawPacket).toString('latin1') : '';
  const [, method = '', path = ''] = LINE.exec(text) ?? [];
  return { method, path: withoutFragment(path) };
}

/** Whether the request has a body, by its headers. */
export function hasBody({ headers }: { readonly headers: IncomingHttpHeaders }): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Bodies that cannot be read to their end, with their errors: Node ends a body only together with its connection. */
const broken = new WeakMap<IncomingMessage, Error>();

/** The error of a body that cannot be read to its end. Who waits for the body gets it as its event `error`. */
export function bodyError(incoming: IncomingMessage): Error | undefined {
  return broken.get(incoming);
}

/** A request that Node has read, at least its head. */
interface HeadRead {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  /** Whether all of it arrived with an earlier packet than the one that Node is reading. */
  isWhole: boolean;
}

interface Connection {
  last: HeadRead;
  /** Requests whose responses are not sent. */
  readonly pending: Set<HeadRead>;
  isRefused: boolean;
}

/** How a plane responds to what cannot be read. */
export interface Refusing {
  /** The error for a body that cannot be read to its end. */
  toError(): Error;
  /** Responds to anything else. Of a line that is not known, method and path are empty. */
  respond(line: RequestLine): void;
}

/** The connections of a server, for what Node cannot read as HTTP on them. */
export class Connections {
  readonly #known = new WeakMap<Duplex, Connection>();

  /** Notes a request. Called when Node has read its head, before anything waits. */
  note(incoming: IncomingMessage, response: ServerResponse): void {
    const { socket } = incoming;
    const read: HeadRead = { incoming, response, isWhole: false };
    const connection = this.#known.get(socket) ?? { last: read, pending: new Set(), isRefused: false };
    connection.last = read;
    connection.pending.add(read);
    this.#known.set(socket, connection);
    // Node has read the rest of the packet then.
    setImmediate(() => {
      read.isWhole ||= incoming.complete;
    });
    incoming.once('end', () => {
      read.isWhole = true;
    });
    response.once('close', () => connection.pending.delete(read));
  }

  /**
   * Refuses what cannot be read, and closes the connection. A body that had not arrived whole before ends with an error, with which its
   * request responds if it needs the body. Anything else is a request of its own, whose response waits for those before it.
   */
  refuse(error: ReadError, socket: Duplex, { toError, respond }: Refusing): void {
    const connection = this.#known.get(socket);
    const begun = connection?.last.isWhole === false ? connection.last : undefined;
    const isInBody = begun !== undefined && hasBody(begun.incoming);
    // Who ends the connection within a body has gone away.
    const isGone = error.code === 'ECONNRESET' || (isInBody && error.code === 'HPE_INVALID_EOF_STATE');
    if (isGone || !socket.writable) {
      socket.destroy();
      return;
    }
    if (connection?.isRefused) return;
    if (connection) connection.isRefused = true;
    if (isInBody) {
      const refusal = toError();
      broken.set(begun.incoming, refusal);
      // An event without listener would be thrown.
      if (begun.incoming.listenerCount('error') > 0) begun.incoming.emit('error', refusal);
      if (!begun.response.headersSent) begun.response.setHeader('connection', 'close');
    }
    this.inTurn(socket, () => {
      if (isInBody) socket.end();
      // The packet begins with the line of the request that was read.
      else respond(requestLineOf(begun ? {} : error));
    });
  }

  /** Calls `respond` once all requests on the connection have their responses, unless it is closed then. */
  inTurn(socket: Duplex, respond: () => void): void {
    const pending = [...(this.#known.get(socket)?.pending ?? [])];
    const sent = pending.map(({ response }) => new Promise<void>((resolve) => response.once('close', resolve)));
    void Promise.all(sent).then(() => {
      if (socket.writable) respond();
    });
  }
}

/** Writes a response onto a connection that Node gives up, and closes it. */
export function writeRaw(socket: Duplex, status: number, headers: Record<string, string>, body: string): void {
  const bytes = Buffer.from(body);
  const all = { ...headers, 'content-length': String(bytes.length), connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`);
  socket.end(bytes);
}
