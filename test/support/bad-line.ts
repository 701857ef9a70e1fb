import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Operation, routes } from '../../contract';
import type { Clock } from '../host/provider/support/environment';
import type { Dice } from './dice';

/** What can go wrong with one call between a client and the service. */
export const TROUBLES = [
  'connection refused',
  'reset before the request is read',
  'reset after commit',
  '429',
  '429 with Retry-After',
  '500 before commit',
  '500 after commit',
  '503 before commit',
  '503 after commit',
  'stall before commit',
  'stall after commit',
  'truncated body',
  'HTML before commit',
  'HTML after commit',
] as const;

export type Trouble = (typeof TROUBLES)[number];

/** Which call fails: the nth since this was armed, and with `lasting` every later one of its operation. */
export interface Injection {
  readonly trouble: Trouble;
  /** From 0. */
  readonly at: number;
  readonly lasting: boolean;
}

/** Calls fail at random, one in so many, until the line heals. */
export interface Storm {
  readonly dice: Dice;
  readonly oneIn: number;
  /** What may happen to an operation. */
  readonly troubles: (operation: Operation) => readonly [Trouble, ...Trouble[]];
}

/** Is told every call before it is handed on, with its body and whether it fails; the call waits for it. */
export type Meanwhile = (operation: Operation, body: string, isInjected: boolean) => Promise<void>;

type Overhear = (operation: Operation, upstream: string) => void;

export interface LineOptions {
  /** How long connections are refused; otherwise until `waited` is called. */
  readonly outageMs?: number | undefined;
  /** Is told every response that is handed on as it is. */
  readonly overhear?: Overhear;
}

const HOST = '127.0.0.1';
const PAGE = '<html><body>Please log in</body></html>';

/**
 * A bad line to the service: hands every call on, and breaks the one that it was armed for. What the emulator's own faults
 * cannot do is done here: refuse a connection, and choose a call by its place in a story.
 */
export class BadLine implements AsyncDisposable {
  /** Operations called since the line was armed, those with a fault included. */
  calls: string[] = [];
  /** Calls with a fault; a refused connection is seen by nobody, and counts when the line closes. */
  injected = 0;
  /** What somebody else does at every call. */
  meanwhile: Meanwhile | undefined;
  /** Changes the body of what is handed on as it is. */
  rewrite: ((operation: Operation, upstream: string) => string) | undefined;
  private injection: Injection | undefined;
  private storm: Storm | undefined;
  private opening: Promise<void> | undefined;
  private server: Server;
  private readonly held = new Set<() => void>();

  private constructor(
    private readonly target: URL,
    private port: number,
    private readonly outageMs: number | undefined,
    private readonly overhear: Overhear,
  ) {
    this.server = this.createServer();
  }

  static async start(target: string, { outageMs, overhear = () => {} }: LineOptions = {}): Promise<BadLine> {
    const line = new BadLine(new URL(target), 0, outageMs, overhear);
    await line.open();
    return line;
  }

  get baseUrl(): string {
    return `http://${HOST}:${this.port}`;
  }

  /** Begins to count calls anew, and waits for the one to break. */
  arm(injection?: Injection): void {
    this.calls = [];
    this.injected = 0;
    this.injection = injection;
    if (injection?.trouble === 'connection refused' && injection.at === 0) this.close();
  }

  /** From now on calls fail at random. */
  rage(storm: Storm): void {
    this.arm();
    this.storm = storm;
  }

  /** From now on everything goes well. */
  async heal(): Promise<void> {
    this.injection = undefined;
    this.storm = undefined;
    for (const release of this.held) release();
    this.held.clear();
    await this.open();
  }

  /** To be called when the client waits: a connection that was to be refused once is accepted from then on. */
  waited(): void {
    if (this.storm === undefined && (this.injection?.trouble !== 'connection refused' || this.injection.lasting))
      return;
    if (this.server.listening) return;
    this.injection = undefined;
    void this.open();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.heal();
    this.server.closeAllConnections();
    this.server.close();
  }

  private createServer(): Server {
    return createServer((incoming, reply) => void this.handle(incoming, reply).catch(() => reply.destroy()));
  }

  private open(): Promise<void> {
    this.opening ??= this.listen().finally(() => {
      this.opening = undefined;
    });
    return this.opening;
  }

  private async listen(): Promise<void> {
    if (this.server.listening) return;
    this.server = this.createServer();
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject).listen(this.port, HOST, resolve);
    });
    this.port = (this.server.address() as AddressInfo).port;
  }

  private close(): void {
    if (!this.server.listening) return;
    this.injected += 1;
    if (this.outageMs !== undefined && !this.injection?.lasting) setTimeout(() => this.waited(), this.outageMs);
    this.server.close();
    this.server.closeIdleConnections();
  }

  private async handle(incoming: IncomingMessage, reply: ServerResponse): Promise<void> {
    const index = this.calls.length;
    const operation = operationOf(incoming);
    this.calls.push(operation);
    const trouble = this.troubleFor(operation, index);
    const { meanwhile } = this;
    if (meanwhile) {
      const body = await bodyOf(incoming);
      await meanwhile(operation, body.toString('utf8'), trouble !== undefined);
    }
    if (trouble === 'connection refused') {
      // The next call needs a new connection, and there is none to be had.
      reply.setHeader('connection', 'close');
      const upstream = await this.forward(incoming);
      this.close();
      send(reply, upstream);
      return;
    }
    if (trouble === undefined) {
      const upstream = await this.forward(incoming);
      this.overhear(operation, upstream.body.toString('utf8'));
      const body = this.rewrite?.(operation, upstream.body.toString('utf8'));
      send(reply, body === undefined ? upstream : { ...upstream, body: Buffer.from(body) });
      return;
    }
    this.injected += 1;
    await this.handleInjected(trouble, incoming, reply);
  }

  /** What happens to a call, the one at `index` since the line was armed; a refusal comes after it. */
  private troubleFor(operation: Operation, index: number): Trouble | undefined {
    const { injection, storm } = this;
    if (storm) return storm.dice.roll(storm.oneIn) === 0 ? storm.dice.pick(storm.troubles(operation)) : undefined;
    if (!injection) return undefined;
    if (injection.trouble === 'connection refused') return index === injection.at - 1 ? injection.trouble : undefined;
    const hit =
      index === injection.at || (injection.lasting && index > injection.at && operation === this.calls[injection.at]);
    return hit ? injection.trouble : undefined;
  }

  private async handleInjected(trouble: Trouble, incoming: IncomingMessage, reply: ServerResponse): Promise<void> {
    if (trouble === 'reset before the request is read') {
      incoming.socket.destroy();
      return;
    }
    const upstream = /after commit|truncated/.test(trouble) ? await this.forward(incoming) : undefined;
    if (trouble.startsWith('stall')) {
      await new Promise<void>((resolve) => {
        this.held.add(resolve);
        reply.once('close', resolve);
      });
      reply.destroy();
    } else if (trouble.startsWith('reset')) {
      reply.destroy();
    } else if (trouble.startsWith('HTML')) {
      send(reply, { status: 200, type: 'text/html', body: Buffer.from(PAGE) });
    } else if (upstream && trouble === 'truncated body') {
      const { status, type, body } = upstream;
      // Without a body the response is cut in its head.
      if (body.length === 0) reply.destroy();
      else {
        reply.writeHead(status, { 'content-type': type, 'content-length': body.length });
        reply.write(body.subarray(0, body.length / 2), () => reply.destroy());
      }
    } else {
      const [status = ''] = trouble.split(' ');
      const headers = trouble.endsWith('Retry-After') ? { 'retry-after': '2' } : {};
      reply.writeHead(Number(status), headers).end();
    }
  }

  private forward(incoming: IncomingMessage): Promise<Relayed> {
    return new Promise((resolve, reject) => {
      const { method, url = '/', headers } = incoming;
      const onward = request(new URL(url, this.target), { method, headers: { ...headers, host: this.target.host } });
      onward.once('error', reject).once('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject).once('end', () => {
          const type = String(response.headers['content-type'] ?? 'application/json');
          const { link, location } = response.headers;
          const headers = { ...(link && { link: String(link) }), ...(location && { location }) };
          resolve({ status: response.statusCode ?? 500, type, headers, body: Buffer.concat(chunks) });
        });
      });
      const known = bodies.get(incoming);
      if (known) void known.then((body) => onward.end(body));
      else incoming.pipe(onward);
    });
  }
}

const bodies = new WeakMap<IncomingMessage, Promise<Buffer>>();

/** The body of a request, however often it is asked for. */
function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const known = bodies.get(incoming);
  if (known !== undefined) return known;
  const read = incoming.toArray().then((chunks) => Buffer.concat(chunks as Buffer[]));
  bodies.set(incoming, read);
  return read;
}

/** A clock that tells the line whenever somebody waits. */
export function clockOf(line: BadLine): Clock {
  let ms = Date.UTC(2026, 0, 1);
  return {
    get now() {
      return ms;
    },
    set now(later) {
      ms = later;
      line.waited();
    },
  };
}

interface Relayed {
  readonly status: number;
  readonly type: string;
  /** Those that say where something is. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

function send(reply: ServerResponse, { status, type, headers, body }: Relayed): void {
  const ofBody = status === 204 ? {} : { 'content-type': type, 'content-length': body.length };
  reply.writeHead(status, { ...headers, ...ofBody });
  reply.end(body);
}

function operationOf({ method, url = '' }: IncomingMessage): Operation {
  const [path = ''] = url.split('?');
  const found = (Object.keys(routes) as Operation[]).find((operation) => {
    const route = routes[operation];
    const shape = new RegExp(`^${route.path.replace('{id}', '(?!pull$)[^/]+')}$`);
    return route.method === method && shape.test(path);
  });
  if (!found) throw new Error(`no operation: ${method} ${path}`);
  return found;
}
