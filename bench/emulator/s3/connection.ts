import { connect, type Socket } from 'node:net';
import type { Signed } from './signed';

const RECEIVE_BYTES = 512 * 1024;
const HEAD_END = '\r\n\r\n';

/** A lean persistent connection for one request at a time: the load shares the cores with the server, and others cost more than the response. */
export class Connection {
  readonly #socket: Socket;
  #pending: PromiseWithResolvers<number> | undefined;
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
    const pending = Promise.withResolvers<number>();
    this.#pending = pending;
    this.#socket.cork();
    this.#socket.write(head);
    if (body) this.#socket.write(body);
    this.#socket.uncork();
    return pending.promise;
  }

  close(): void {
    this.#pending = undefined;
    this.#socket.destroy();
  }

  #receive(bytes: Buffer): true {
    let count = bytes.length;
    if (this.#left === undefined) {
      this.#head += bytes.toString('latin1');
      const end = this.#head.indexOf(HEAD_END);
      if (end === -1) return true;
      count = this.#head.length - end - HEAD_END.length;
      const head = this.#head.slice(0, end);
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
      if (!/^HTTP\/1\.1 2\d\d /.test(head) || length === undefined) this.#fail(new Error(this.#head));
      this.#head = '';
      this.#left = this.#length = Number(length);
    }
    this.#left -= count;
    if (this.#left > 0) return true;
    this.#left = undefined;
    this.#pending?.resolve(this.#length);
    this.#pending = undefined;
    return true;
  }

  #fail(error: Error): void {
    this.#pending?.reject(error);
    this.#pending = undefined;
  }
}
