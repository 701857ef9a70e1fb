import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import { listen } from '../../../unit/support/listen';
import { type CertificateOptions, localhostCertificate } from './certificate';

/** Servers that the client does not expect. Each is closed with its test. */

const nothingListed: RequestListener = (_request, response) => response.end('[]');

/** A server that speaks plain HTTP. */
export const startPlain = () => listen(createServer(nothingListed));

/** A server with such a certificate, and such options of Node, which responds as the service would. */
export async function startTls(options?: CertificateOptions, more: ServerOptions = {}) {
  const { key, cert } = localhostCertificate(options);
  return { cert, port: await listen(createTlsServer({ key, cert, ...more }, nothingListed)) };
}

/** A proxy that responds to every request, including tunnels, with this status. */
export function startRefusingProxy(status: number): Promise<number> {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'proxy-authenticate': 'Basic realm="nasty"' }).end('no');
  });
  server.on('connect', (_request, socket) => {
    socket.on('error', () => {});
    socket.end(`HTTP/1.1 ${status} No\r\nproxy-authenticate: Basic realm="nasty"\r\ncontent-length: 0\r\n\r\n`);
  });
  return listen(server);
}
