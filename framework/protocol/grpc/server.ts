import http2, { type Http2SecureServer, type Http2Server, type ServerHttp2Session } from 'node:http2';
import type { Methods } from './method';
import { respond } from './respond';

/** What one client is served with, from its connection to its leaving. */
export interface Connection {
  readonly methods: Methods;
  /** Called once, when the connection is over. */
  close(): void;
}

export interface GrpcServerOptions {
  /** Makes what a new connection is served with: handlers share nothing between connections unless this does. */
  readonly connect: () => Connection;
  /** Absent for plain text. */
  readonly tls?: MutualTls;
  /** Longest message that is received, in bytes; 256 MiB unless said otherwise. */
  readonly maxMessageBytes?: number;
}

/** Both sides show a certificate, and each trusts exactly that of the other. All are PEM. */
export interface MutualTls {
  readonly key: string;
  readonly cert: string;
  readonly clientCert: string;
}

const MAX_MESSAGE_BYTES = 256 * 1024 * 1024;

/**
 * Megabytes that one session may hold. The default of 10 fails with a few large messages in flight, on Bun with garbled
 * headers instead of an error.
 */
const MAX_SESSION_MEMORY_MB = 2000;

/** Bytes a client may send unasked on one stream; the default of 64 KiB costs a round trip for each of them. */
const WINDOW_BYTES = 1024 * 1024;

/** Makes a gRPC server. It still has to be told where to listen. */
export function createGrpcServer(options: GrpcServerOptions): Http2Server | Http2SecureServer {
  const { connect, tls, maxMessageBytes = MAX_MESSAGE_BYTES } = options;
  const settings = { maxSessionMemory: MAX_SESSION_MEMORY_MB, settings: { initialWindowSize: WINDOW_BYTES } };
  const server = tls
    ? http2.createSecureServer({
        ...settings,
        key: tls.key,
        cert: tls.cert,
        ca: tls.clientCert,
        requestCert: true,
        rejectUnauthorized: true,
        minVersion: 'TLSv1.2',
      })
    : http2.createServer(settings);

  server.on('session', (session: ServerHttp2Session) => {
    const connection = connect();
    session.on('stream', (stream, headers) => respond(stream, headers, connection.methods, maxMessageBytes));
    session.on('error', () => {}); // it closes next
    session.once('close', () => connection.close());
  });
  return server;
}
