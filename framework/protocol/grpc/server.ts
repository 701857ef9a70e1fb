import http2, { type Http2SecureServer, type Http2Server, type ServerHttp2Session } from 'node:http2';
import type { Methods } from './method';
import { respond } from './respond';

/** The methods for one client, from its connection to its end. */
export interface Connection {
  readonly methods: Methods;
  /** Called once, when the connection is over. */
  close(): void;
}

export interface GrpcServerOptions {
  /** Makes the methods of a new connection, which ends if it throws. Connections share nothing unless this function makes them share it. */
  readonly connect: () => Connection;
  /** Key and certificates in PEM: both sides present one, and trust only that of the other. Without it the server does not encrypt. */
  readonly tls?: { readonly key: string; readonly cert: string; readonly clientCert: string };
  /** The longest message of a request, in bytes; 256 MiB by default. Those of responses have no limit. */
  readonly maxMessageBytes?: number;
}

const MAX_MESSAGE_BYTES = 256 * 1024 * 1024;

/** The memory limit of a session, in megabytes. With the default of 10 a few large messages in flight fail; on Bun they garble headers. */
const MAX_SESSION_MEMORY_MB = 2000;

/** The window of flow control of a stream, in bytes. The default of 64 KiB costs a round trip for every 64 KiB. */
const WINDOW_BYTES = 1024 * 1024;

/** Makes a gRPC server that does not listen yet. */
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
    let connection: Connection;
    try {
      connection = connect();
    } catch (error) {
      // A client that gets no response would wait for ever.
      session.destroy();
      throw error;
    }
    session.on('stream', (stream, headers) => respond(stream, headers, connection.methods, maxMessageBytes));
    session.on('error', () => {}); // `close` follows
    session.once('close', () => connection.close());
  });
  return server;
}
