import { connect, type Socket } from 'node:net';
import type { Signed } from './signed';

const RECEIVE_BYTES = 512 * 1024;
const HEAD_END = '\r\n\r\n';

interface Pending {
  readonly resolve: (length: number) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A persistent connection for one request at a time, as lean as possible: the load shares the cores with the server, and any client
 * that does more costs more than the response.
 */
export class Connection {
  readonly #socket: Socket;
  #pending: Pending | undefined;
  /** Head of the current response, until it is complete. */
  #head = '';
  /** Remaining bytes of its body; undefined: its head is not complete yet. */
  #left: number | undefined;
  #length = 0;

  constructor(endpoint: string) {
    const { hostname, port } = new URL(endpoint);
    const callback = (count: number, buffer: Uint8Array) => this.#receive(Buffer.from(buffer.buffer, 0, count));
    const buffer = Buffer.allocUnsafeSlow(RECEIVE_BYTES);
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true, onread: { buffer, callback } });
    this.#socket.on('error', (error) => this.#fail(error));
    this.#socket.on('close', () => this.#fail(new Error('The server closed the connection.')));
  }

  /** Sends a request and returns the length of the response body. Rejects unless the response is a success. */
  exchange({ head }: Signed, body?: Uint8Array): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject };
      this.#socket.cork();
      this.#socket.write(head);
      if (body) this.#socket.write(body);
      this.#socket.uncork();
    });
  }

  close(): void {
    this.#pending = undefined;
    this.#socket.destroy();
  }

  #receive(bytes: Buffer): true {
    if (this.#left === undefined) {
      this.#head += bytes.toString('latin1');
      const end = this.#head.indexOf(HEAD_END);
      if (end === -1) return true;
      const body = this.#head.length - end - HEAD_END.length;
      this.#begin(this.#head.slice(0, end));
      this.#take(body);
    } else this.#take(bytes.length);
    return true;
  }

  #begin(head: string): void {
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (!/^HTTP\/1\.1 2\d\d /.test(head) || length === undefined) this.#fail(new Error(this.#head));
    this.#head = '';
    this.#left = this.#length = Number(length);
  }

  #take(count: number): void {
    this.#left = (this.#left ?? 0) - count;
    if (this.#left > 0) return;
    this.#left = undefined;
    const pending = this.#pending;
    this.#pending = undefined;
    pending?.resolve(this.#length);
  }

  #fail(error: Error): void {
    this.#pending?.reject(error);
    this.#pending = undefined;
  }
}
