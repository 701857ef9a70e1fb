import { createServer, type Server, type Socket } from 'node:net';
import tls from 'node:tls';
import { Http2Connection } from '../http2/connection';
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

/** Makes a gRPC server that does not listen yet. */
export function createGrpcServer(options: GrpcServerOptions): Server {
  const { connect, tls: certificates, maxMessageBytes = MAX_MESSAGE_BYTES } = options;
  const serve = (socket: Socket) => {
    let connection: Connection;
    try {
      connection = connect();
    } catch (error) {
      // A client that gets no response would wait for ever.
      socket.destroy();
      throw error;
    }
    socket.setNoDelay();
    new Http2Connection(socket, {
      stream: (stream, headers) => respond(stream, headers, connection.methods, maxMessageBytes),
      close: () => connection.close(),
    });
  };
  if (!certificates) return createServer(serve);
  return tls.createServer(
    {
      key: certificates.key,
      cert: certificates.cert,
      ca: certificates.clientCert,
      requestCert: true,
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
      ALPNProtocols: ['h2'],
    },
    serve,
  );
}
