import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { onTestFinished } from 'vitest';
import { type CertificateOptions, localhostCertificate } from './certificate';

/** Servers that the client does not expect. Each is closed with its test. */

const nothingListed: RequestListener = (_request, response) => response.end('[]');

/** A server that speaks plain HTTP. */
export const startPlain = () => started(createServer(nothingListed));

/** A server with such a certificate, which responds as the service would. */
export async function startTls(options?: CertificateOptions) {
  const { key, cert } = localhostCertificate(options);
  return { cert, port: await started(createTlsServer({ key, cert }, nothingListed)) };
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
  return started(server);
}

async function started(server: Server & { closeAllConnections?: () => void }): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections?.();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}
