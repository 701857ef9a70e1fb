import { once } from 'node:events';
import net from 'node:net';
import { onTestFinished } from 'vitest';

/** HTTP/2 frames written by hand, for requests that no library sends (RFC 9113, section 4). */
const TYPE = {
  ...{ DATA: 0, HEADERS: 1, RST_STREAM: 3, SETTINGS: 4, PING: 6 },
  ...{ GOAWAY: 7, WINDOW_UPDATE: 8, CONTINUATION: 9 },
} as const;
export const FLAG = { END_STREAM: 1, ACK: 1, END_HEADERS: 4 } as const;

export function frameOf(type: keyof typeof TYPE, flags: number, streamId: number, payload: Uint8Array): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(TYPE[type], 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(streamId, 5);
  return Buffer.concat([head, payload]);
}

/** The headers of a gRPC call of this path, in literals without indexing: HPACK at its simplest. */
export function callBlock(path: string): Buffer {
  const headers = {
    ':method': 'POST',
    ':scheme': 'http',
    ':path': path,
    ':authority': 'localhost',
    'content-type': 'application/grpc',
  };
  const block = Object.entries(headers).map(([name, value]) =>
    Buffer.concat([Buffer.of(0, name.length), Buffer.from(name), Buffer.of(value.length), Buffer.from(value)]),
  );
  return Buffer.concat(block);
}

/** The frame that opens a gRPC call of this path. */
export const callFrame = (streamId: number, path: string): Buffer =>
  frameOf('HEADERS', FLAG.END_HEADERS, streamId, callBlock(path));

/** A connection that speaks in frames. */
export class RawConnection {
  #received = Buffer.alloc(0);

  private constructor(private readonly socket: net.Socket) {
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      this.#received = Buffer.concat([this.#received, chunk]);
    });
  }

  static async open(address: string): Promise<RawConnection> {
    const socket = net.connect(Number(address.split(':')[1]), '127.0.0.1');
    onTestFinished(() => {
      socket.destroy();
    });
    await once(socket, 'connect');
    socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
    const connection = new RawConnection(socket);
    connection.send(frameOf('SETTINGS', 0, 0, Buffer.alloc(0)));
    return connection;
  }

  send(...frames: readonly Uint8Array[]): void {
    this.socket.write(Buffer.concat(frames));
  }

  /** Settles when the server has processed everything sent so far, and what it sent then has arrived. */
  async settle(): Promise<void> {
    // It answers the first ping before it has called what earlier frames ask for.
    await this.#ping();
    await this.#ping();
  }

  async #ping(): Promise<void> {
    const acks = () => this.frames().filter(({ type, flags }) => type === 'PING' && flags === FLAG.ACK).length;
    const before = acks();
    this.send(frameOf('PING', 0, 0, Buffer.alloc(8, 'p')));
    while (acks() === before) await once(this.socket, 'data');
  }

  /** The frames that have arrived. */
  frames(): { type: string; flags: number; streamId: number; payload: Buffer }[] {
    const found: ReturnType<RawConnection['frames']> = [];
    const bytes = this.#received;
    for (let at = 0; at + 9 <= bytes.length; ) {
      const end = at + 9 + bytes.readUIntBE(at, 3);
      const type = Object.entries(TYPE).find(([, number]) => number === bytes[at + 3])?.[0] ?? '';
      found.push({
        type,
        flags: bytes.readUInt8(at + 4),
        streamId: bytes.readUInt32BE(at + 5),
        payload: bytes.subarray(at + 9, end),
      });
      at = end;
    }
    return found;
  }
}
