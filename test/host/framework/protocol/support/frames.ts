import { once } from 'node:events';
import net from 'node:net';
import { onTestFinished } from 'vitest';

/** HTTP/2 frames written by hand, for requests that no library sends (RFC 9113, section 4). */
const TYPE = { DATA: 0, HEADERS: 1, RST_STREAM: 3, SETTINGS: 4, PING: 6, GOAWAY: 7 } as const;
const FLAG = { ACK: 1, END_HEADERS: 4 } as const;

export function frameOf(type: keyof typeof TYPE, flags: number, streamId: number, payload: Uint8Array): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(TYPE[type], 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(streamId, 5);
  return Buffer.concat([head, payload]);
}

/** The frame that opens a gRPC call of this path. */
export function callFrame(streamId: number, path: string): Buffer {
  const headers = {
    ':method': 'POST',
    ':scheme': 'http',
    ':path': path,
    ':authority': 'localhost',
    'content-type': 'application/grpc',
  };
  // Literal headers without indexing: HPACK at its simplest.
  const block = Object.entries(headers).map(([name, value]) =>
    Buffer.concat([Buffer.of(0, name.length), Buffer.from(name), Buffer.of(value.length), Buffer.from(value)]),
  );
  return frameOf('HEADERS', FLAG.END_HEADERS, streamId, Buffer.concat(block));
}

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

  /** Settles when the server has processed everything sent so far. */
  async settle(): Promise<void> {
    this.send(frameOf('PING', 0, 0, Buffer.alloc(8, 'p')));
    while (!this.#types().some(({ type, flags }) => type === TYPE.PING && flags === FLAG.ACK)) {
      await once(this.socket, 'data');
    }
  }

  /** Settles when the server has ended the connection; true if it sent GOAWAY first. */
  async ended(): Promise<boolean> {
    if (!this.socket.closed) await once(this.socket, 'close');
    return this.#types().some(({ type }) => type === TYPE.GOAWAY);
  }

  #types(): { type: number; flags: number }[] {
    const found: { type: number; flags: number }[] = [];
    for (let at = 0; at + 9 <= this.#received.length; at += 9 + this.#received.readUIntBE(at, 3)) {
      found.push({ type: this.#received.readUInt8(at + 3), flags: this.#received.readUInt8(at + 4) });
    }
    return found;
  }
}
