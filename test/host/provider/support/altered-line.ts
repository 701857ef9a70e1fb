import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the service got it. */
export interface Passed {
  /** `GET /secrets`, without a query. */
  readonly call: string;
  readonly body: string;
  /** Without the question mark. */
  readonly query: string;
}

/** A response on its way back. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What becomes of a response. */
export type Alter = (passed: Passed, reply: Reply) => Reply;

/** What becomes of a call before it gets to the service: a response of the line's own, or undefined to hand it on. */
export type Intercept = (passed: Passed) => Reply | undefined;

/** A line to the service that changes what comes back: for responses that no emulator sends. */
export class AlteredLine implements AsyncDisposable {
  /** Calls so far, those that the line responded to itself included. */
  readonly calls: string[] = [];
  alter: Alter = (_, reply) => reply;
  intercept: Intercept = () => undefined;

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
  ) {}

  static async start(target: string): Promise<AlteredLine> {
    const server = createServer();
    const line = new AlteredLine(server, new URL(target));
    server.on('request', (incoming, response) => {
      line.#respond(incoming).then(
        ({ status, headers, body }) => response.writeHead(status, headers).end(status === 204 ? undefined : body),
        () => response.destroy(),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return line;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Hands everything on as it is, and counts from now. */
  straighten(): void {
    this.alter = (_, reply) => reply;
    this.intercept = () => undefined;
    this.calls.length = 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  async #respond(incoming: IncomingMessage): Promise<Reply> {
    const body = await textOf(incoming);
    const { method = '', url = '', headers } = incoming;
    const [path, query = ''] = url.split('?');
    const passed = { call: `${method} ${path}`, body, query };
    this.calls.push(passed.call);
    const own = this.intercept(passed);
    if (own) return own;
    const onward = request(new URL(url, this.target), { method, headers: { ...headers, host: this.target.host } });
    const upstreamResponse = new Promise<IncomingMessage>((resolve, reject) => {
      onward.once('error', reject).once('response', resolve);
    });
    onward.end(body);
    const upstream = await upstreamResponse;
    const text = await textOf(upstream);
    const type = upstream.headers['content-type'];
    const reply = { status: upstream.statusCode ?? 500, headers: type ? { 'content-type': type } : {}, body: text };
    return this.alter(passed, reply);
  }
}

async function textOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** A list with other records in it. */
export const withRecords = <R>(reply: Reply, change: (records: R[]) => unknown): Reply => ({
  ...reply,
  body: JSON.stringify(change(JSON.parse(reply.body) as R[])),
});
