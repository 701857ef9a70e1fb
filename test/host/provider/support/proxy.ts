import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { onTestFinished } from 'vitest';
import { listen } from '../../../unit/support/listen';

export interface ProxyOptions {
  /** Key and certificate of a proxy that is reached over TLS. */
  readonly tls?: { readonly key: string; readonly cert: string };
}

/** A proxy that hands everything on to one port of this machine, whatever host it is for. Closed with the test. */
export async function startProxy(port: number, { tls }: ProxyOptions = {}) {
  /** What was asked for: `CONNECT HOST:PORT`, or method and URL. */
  const asked: string[] = [];
  const server: Server = tls ? createTlsServer(tls) : createServer();
  server.on('request', (incoming: IncomingMessage, response) => {
    asked.push(`${incoming.method} ${incoming.url}`);
    const { pathname, search } = new URL(incoming.url ?? '');
    const { method, headers } = incoming;
    const onward = request({ host: '127.0.0.1', port, method, path: pathname + search, headers }, (upstream) => {
      response.writeHead(upstream.statusCode ?? 500, upstream.headers);
      upstream.pipe(response);
    });
    onward.on('error', () => response.destroy());
    incoming.pipe(onward);
  });
  server.on('connect', (incoming: IncomingMessage, socket: Duplex) => {
    asked.push(`CONNECT ${incoming.url}`);
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    for (const end of [onward, socket]) end.on('error', () => [onward, socket].map((one) => one.destroy()));
    open.add(onward);
  });
  const open = new Set<Duplex>();
  server.on('connection', (socket: Duplex) => open.add(socket));
  const own = await listen(server);
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
  });
  return { asked, port: own, url: `${tls ? 'https' : 'http'}://localhost:${own}` };
}
