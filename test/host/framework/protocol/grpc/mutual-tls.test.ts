import { once } from 'node:events';
import http2 from 'node:http2';
import tls from 'node:tls';
import { expect, it, onTestFinished } from 'vitest';
import { type Certificate, createCertificate } from '../../../../../framework/protocol/certificate/certificate';
import type { Method } from '../../../../../framework/protocol/grpc/method';
import { serveMethods } from '../support/grpc';

const now = new Date();
const server = createCertificate(now);
// Terraform's own certificate uses this curve.
const host = createCertificate(now, 'P-521');
const stranger = createCertificate(now);
/** How a handshake ends that was refused: by the alert, or by the closed connection, whichever is seen first. */
const REFUSED = /alert|closed|disconnected|ECONNRESET|EPIPE/;

const echo: Method = { kind: 'unary', handle: (request) => request };

const serve = (client: Certificate) =>
  serveMethods({ '/t.T/Echo': echo }, { tls: { key: server.key, cert: server.cert, clientCert: client.cert } });

it.each(['TLSv1.2', 'TLSv1.3'] as const)('serves over %s, and agrees on h2', async (version) => {
  const socket = await connect(await serve(host), host, version);

  expect(socket.getProtocol()).toBe(version);
  expect(socket.alpnProtocol).toBe('h2');
  expect(socket.authorized).toBe(true);
  await expect(respondOver(socket)).resolves.toBe('0');
});

it.each(['TLSv1.2', 'TLSv1.3'] as const)('refuses a client without a certificate over %s', async (version) => {
  const address = await serve(host);

  await expect(connect(address, undefined, version).then(respondOver)).rejects.toThrow(REFUSED);
});

it.each(['TLSv1.2', 'TLSv1.3'] as const)(
  'refuses over %s a certificate that only has the name of the right one',
  async (version) => {
    const address = await serve(host);

    await expect(connect(address, stranger, version).then(respondOver)).rejects.toThrow(REFUSED);
  },
);

async function connect(
  address: string,
  own: Certificate | undefined,
  version: tls.SecureVersion,
): Promise<tls.TLSSocket> {
  const socket = tls.connect({
    host: '127.0.0.1',
    port: Number(address.split(':')[1]),
    servername: 'localhost',
    ca: server.cert,
    ...(own && { key: own.key, cert: own.cert }),
    ALPNProtocols: ['h2'],
    minVersion: version,
    maxVersion: version,
    ciphers: 'ALL:@SECLEVEL=0',
  });
  onTestFinished(() => {
    socket.destroy();
  });
  await once(socket, 'secureConnect');
  return socket;
}

/** The gRPC status of a call. In TLS 1.3 a client learns only here that the server refused it. */
async function respondOver(socket: tls.TLSSocket): Promise<string> {
  const session = http2.connect('https://localhost', { createConnection: () => socket });
  onTestFinished(() => session.destroy());
  const stream = session.request({ ':method': 'POST', ':path': '/t.T/Echo', 'content-type': 'application/grpc' });
  const failed = Promise.withResolvers<never>();
  session.on('error', failed.reject);
  session.on('close', () => failed.reject(new Error('closed')));
  stream.on('error', failed.reject);
  const trailers = Promise.withResolvers<string>();
  stream.on('trailers', (headers) => trailers.resolve(String(headers['grpc-status'])));
  stream.end(Buffer.alloc(5));
  stream.resume();
  return Promise.race([trailers.promise, failed.promise]);
}
