import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A proxy that takes every host name to one port of loopback: what a wildcard in a name server would do, without rights
 * and also where `*.localhost` does not resolve (E9).
 */
export async function startProxy(port: number): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((incoming, outgoing) => {
    const { pathname, search } = new URL(incoming.url ?? '/', 'http://nowhere');
    // As it was sent: a URL object would resolve the dots in a key.
    const path = incoming.url?.replace(/^http:\/\/[^/?]*/, '') || pathname + search;
    const forwarded = request({ port, host: '127.0.0.1', path, method: incoming.method, headers: incoming.headers });
    forwarded.on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on('continue', () => outgoing.writeContinue());
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  // Passed on to the emulator, which decides about it.
  server.on('checkContinue', (incoming, outgoing) => server.emit('request', incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
